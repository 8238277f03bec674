"""The largest matching of a graph whose edges are all alike: as many pairs as can be.

Edmonds' method, breadth first from one free vertex at a time. The neighbours of a vertex are the
bits of an integer, so that looking for those not seen yet is one operation for any number of them.
Where only the number of pairs counts, this is far quicker than `weighted.py`.
"""

from collections.abc import Sequence

from fairpair.engine.matching.bits import bits, lowest

NOBODY = -1


def largest_matching(neighbours: Sequence[int]) -> list[int]:
    """Each vertex's partner, -1 for those who are left without one."""
    search = _Search(neighbours)
    for vertex in bits(search.free):
        search.augment(vertex)
    return search.mate


def perfect_matching(neighbours: Sequence[int]) -> list[int] | None:
    """Each vertex's partner; none if not everybody can have one."""
    if len(neighbours) % 2:
        return None
    search = _Search(neighbours)
    for vertex in bits(search.free):
        if search.free >> vertex & 1 and not search.augment(vertex):
            return None
    return search.mate


def left_out_by_some(neighbours: Sequence[int]) -> int:
    """The vertices that some largest matching leaves without a partner, as bits.

    Their neighbours beyond themselves prove that there is no larger one (Tutte, Gallai and
    Edmonds): without these, they fall into odd components, more of them than there are neighbours.
    """
    search = _Search(neighbours)
    for vertex in bits(search.free):
        search.augment(vertex)
    found = 0
    for vertex in bits(search.free):
        found |= search.reach(vertex)
    return found


def components(neighbours: Sequence[int], vertices: int) -> list[int]:
    """The parts into which some vertices fall by the edges among them, as bits."""
    found = []
    while vertices:
        part, new = 0, vertices & -vertices
        while new:
            part |= new
            reached = 0
            for vertex in bits(new):
                reached |= neighbours[vertex]
            new = reached & vertices & ~part
        found.append(part)
        vertices &= ~part
    return found


class _Search:
    """A matching that grows; `free` are the vertices without a partner."""

    def __init__(self, neighbours: Sequence[int]) -> None:
        self._near = neighbours
        self.mate = [NOBODY] * len(neighbours)
        self.free = (1 << len(neighbours)) - 1
        self._match_greedily()

    def _match_greedily(self) -> None:
        """Those with the fewest neighbours choose first, and choose one who has few."""
        groups: dict[int, int] = {}
        for vertex, near in enumerate(self._near):
            degree = near.bit_count()
            groups[degree] = groups.get(degree, 0) | 1 << vertex
        fewest_first = [groups[degree] for degree in sorted(groups)]
        for a in (vertex for group in fewest_first for vertex in bits(group)):
            near = self._near[a] & self.free
            if near and self.free >> a & 1:
                self._join(a, lowest(next(near & group for group in fewest_first if near & group)))

    def _join(self, a: int, b: int) -> None:
        self.mate[a], self.mate[b] = b, a
        self.free &= ~(1 << a | 1 << b)

    def augment(self, root: int) -> bool:
        """Give a free vertex a partner, moving others on; false if that is impossible."""
        if not self.free >> root & 1:
            return True
        tree = _Tree(self._near, self.mate, root)
        return self._search(tree, root)

    def reach(self, root: int) -> int:
        """The vertices at an even distance from a free one, where nobody else free is reached."""
        tree = _Tree(self._near, self.mate, root)
        if self._search(tree, root):
            raise AssertionError("the matching was not the largest")
        return tree.outer

    def _search(self, tree: "_Tree", root: int) -> bool:
        others = self.free & ~(1 << root)
        grown = contracted = 0
        # Rings are contracted only when nothing else leads on: most paths are short.
        while contracted < len(tree.queue):
            if grown == len(tree.queue):
                tree.contract(tree.queue[contracted])
                contracted += 1
                continue
            vertex = tree.queue[grown]
            grown += 1
            found = self._near[vertex] & others
            if found:
                end = lowest(found)
                self.free &= ~(1 << root | 1 << end)
                tree.flip(vertex, end)
                return True
            tree.grow(vertex)
        return False


class _Tree:
    """Alternating paths from a root; odd rings are contracted to their base."""

    def __init__(self, near: Sequence[int], mate: list[int], root: int) -> None:
        self._near, self._mate, self._root = near, mate, root
        self.outer, self._inner = 1 << root, 0
        self._base = {root: root}
        self._above: dict[int, int] = {}
        """For a vertex at an odd distance from the root, and for those in rings: where from."""
        self.queue = [root]

    def grow(self, vertex: int) -> None:
        """Take in the neighbours of an outer vertex."""
        for inner in bits(self._near[vertex] & ~(self.outer | self._inner)):
            outer = self._mate[inner]
            self._above[inner] = vertex
            self._base[inner], self._base[outer] = inner, outer
            self._inner |= 1 << inner
            self.outer |= 1 << outer
            self.queue.append(outer)

    def contract(self, vertex: int) -> None:
        """Contract the rings that an outer vertex closes with other outer ones."""
        for other in bits(self._near[vertex] & self.outer):
            if self._base[other] != self._base[vertex]:
                self._contract_ring(vertex, other)

    def _contract_ring(self, one: int, other: int) -> None:
        """Two outer vertices are joined: all on the ring become outer."""
        base = self._common_base(one, other)
        ring: set[int] = set()
        self._mark(one, base, other, ring)
        self._mark(other, base, one, ring)
        for vertex, current in self._base.items():
            if current in ring:
                self._base[vertex] = base
                if not self.outer >> vertex & 1:
                    self.outer |= 1 << vertex
                    self.queue.append(vertex)

    def _common_base(self, one: int, other: int) -> int:
        seen = set()
        while True:
            one = self._base[one]
            seen.add(one)
            if one == self._root:
                break
            one = self._above[self._mate[one]]
        while self._base[other] not in seen:
            other = self._above[self._mate[self._base[other]]]
        return self._base[other]

    def _mark(self, vertex: int, base: int, child: int, ring: set[int]) -> None:
        """Note the ring from a vertex up to its base, and the way back round it."""
        while self._base[vertex] != base:
            partner = self._mate[vertex]
            ring |= {self._base[vertex], self._base[partner]}
            self._above[vertex] = child
            child = partner
            vertex = self._above[partner]

    def flip(self, vertex: int, end: int) -> None:
        """Match along the path from the root to a vertex and on to a free one."""
        while True:
            before = self._mate[vertex]
            self._mate[vertex], self._mate[end] = end, vertex
            if vertex == self._root:
                return
            end, vertex = before, self._above[before]
