"""The heaviest perfect matching of a graph, in integers of any size, with a proof that it is.

Edmonds' primal-dual method, with the duals of `proof.py`: `y` of every vertex and `z` of every
blossom (an odd set of vertices that is treated as one).

One free vertex at a time a tree of tight edges is grown until another free vertex is reached. The
dual changes of a search are kept as one number: outer vertices (at an even distance from the
root) lose it, inner ones gain it. Good starting duals make nearly every search trivial.
"""

from collections.abc import Sequence
from heapq import heappop, heappush

from fairpair.core.dataclass import dataclass
from fairpair.engine.matching.proof import Graph, Proof

NOBODY = -1
FREE, OUTER, INNER = 0, 1, 2
_SIGN = {FREE: 0, OUTER: 1, INNER: -1}


def heaviest_perfect_matching(
    graph: Graph, y: Sequence[int] | None = None, mate: Sequence[int] | None = None
) -> tuple[list[int], Proof] | None:
    """Each vertex's partner, and the proof; none if there is no perfect matching.

    `y` may be any duals with `y[a] + y[b] >= 2 * weight` on all edges, `mate` a matching of edges
    that are tight by them (-1 for a free vertex): the better they are, the less is left to do.
    """
    search = _Search(graph, y, mate)
    for vertex in range(len(graph)):
        if search.mate[vertex] == NOBODY and not search.run(vertex):
            return None
    return search.mate, search.proof()


@dataclass(slots=True)
class _Blossom:
    """An odd ring of parts, each a vertex or a blossom; the first one holds the base."""

    parts: list[int]
    links: list[tuple[int, int]]
    """The edge from each part to the next, the last one back to the first: (here, there)."""
    vertices: list[int]
    z: int = 0


class _Search:
    """The state of the method; numbers below `n` are vertices, the others blossoms.

    | kept for  | as      | what |
    |-----------|---------|------|
    | vertices  | `top`   | the outermost blossom it is in, or itself |
    | nodes     | `base`  | the vertex that is matched outside of it |
    | the tree  | `label` | whether a top node is outer or inner |
    |           | `entry` | the edge (from, here) by which the tree came to a node |
    |           | `spent` | how far the duals have moved in this search |
    | what next | `grow`  | edges from an outer vertex out of the tree |
    |           | `meet`  | edges between two outer vertices |
    |           | `shed`  | inner blossoms, whose dual goes down |
    """

    def __init__(self, graph: Graph, y: Sequence[int] | None, mate: Sequence[int] | None) -> None:
        self.graph, self.n = graph, len(graph)
        # Twice the weight is the bound for two vertices, so the heaviest edge of each is always
        # enough.
        self.y = [max(row.values(), default=0) for row in graph] if y is None else list(y)
        self.mate = [NOBODY] * self.n if mate is None else list(mate)
        self.top = list(range(self.n))
        self.base = {v: v for v in range(self.n)}
        self.blossoms: dict[int, _Blossom] = {}
        self.label: dict[int, int] = {}
        self.entry: dict[int, tuple[int, int]] = {}
        self.spent = 0
        self.grow: list[tuple[int, int, int]] = []
        self.meet: list[tuple[int, int, int]] = []
        self.shed: list[tuple[int, int]] = []
        self.next_id = self.n
        if mate is None:
            # Edges that are tight already cost no search.
            self._match_greedily()

    def _match_greedily(self) -> None:
        for a, row in enumerate(self.graph):
            if self.mate[a] != NOBODY:
                continue
            for b, weight in row.items():
                if self.mate[b] == NOBODY and self.y[a] + self.y[b] == 2 * weight:
                    self.mate[a], self.mate[b] = b, a
                    break

    # --- one search ------------------------------------------------------------------------------

    def run(self, root: int) -> bool:
        """Match one more free vertex; false if that is impossible."""
        self.label, self.entry, self.spent = {}, {}, 0
        self.grow, self.meet, self.shed = [], [], []
        self._make_outer(self.top[root], (NOBODY, root))
        while True:
            event = self._next_event()
            if event is None:
                self._settle()
                return False
            kind, a, b = event
            if kind == "grow" and self._grow(a, b):
                self._settle()
                return True
            if kind == "meet":
                self._shrink(a, b)
            elif kind == "shed":
                self._expand(a)

    def _next_event(self) -> tuple[str, int, int] | None:
        """The next thing that becomes tight, with the duals moved so far."""
        top = self.top
        # Heaps keep what is out of date: it is thrown away when it comes to the top.
        while self.grow and not self._is_due(*self.grow[0]):
            heappop(self.grow)
        while self.meet and top[self.meet[0][1]] == top[self.meet[0][2]]:
            heappop(self.meet)
        while self.shed and not self._is_inner_blossom(self.shed[0][1]):
            heappop(self.shed)
        steps = []
        if self.grow:
            steps.append((self.grow[0][0] - self.spent, "grow"))
        if self.meet:
            # Two outer vertices both lose what is spent, so the slack between them shrinks twice as
            # fast; it is even, because the duals of all outer vertices of a tree have one parity.
            steps.append((self.meet[0][0] // 2 - self.spent, "meet"))
        if self.shed:
            # The dual of an inner blossom shrinks twice as fast as those of vertices.
            steps.append((self.shed[0][0] // 2 - self.spent, "shed"))
        if not steps:
            return None
        step, kind = min(steps)
        self.spent += step
        if kind == "shed":
            return kind, heappop(self.shed)[1], NOBODY
        _, a, b = heappop(self.grow if kind == "grow" else self.meet)
        return kind, a, b

    def _is_due(self, key: int, a: int, b: int) -> bool:
        """Whether an edge still leads out of the tree, and the duals are those it was noted by."""
        outside = self.label.get(self.top[b], FREE) == FREE
        return outside and key == self.y[a] + self.y[b] - 2 * self.graph[a][b]

    def _is_inner_blossom(self, node: int) -> bool:
        """Whether it is there, at the top, and in the tree as an inner node."""
        return node in self.blossoms and self.label.get(node) == INNER

    # --- duals -----------------------------------------------------------------------------------
    # What is kept is what would make the number right at `spent` 0: an outer vertex stands at
    # y - spent, an inner one at y + spent; an outer blossom at z + 2 * spent, an inner one at
    # z - 2 * spent. So nothing has to be touched while the search goes on.

    def _relabel(self, node: int, label: int) -> None:
        """Give a top node another label; its duals stay where they are."""
        shift = (_SIGN[label] - _SIGN[self.label.get(node, FREE)]) * self.spent
        self.label[node] = label
        if not shift:
            return
        for vertex in self._vertices(node):
            self.y[vertex] += shift
        if node >= self.n:
            self.blossoms[node].z -= 2 * shift

    def _settle(self) -> None:
        """End the search: what was spent goes into the duals."""
        for node in list(self.label):
            self._relabel(node, FREE)

    def _vertices(self, node: int) -> list[int]:
        return [node] if node < self.n else self.blossoms[node].vertices

    # --- growing the tree ------------------------------------------------------------------------

    def _make_outer(self, node: int, entry: tuple[int, int]) -> None:
        self.entry[node] = entry
        self._relabel(node, OUTER)
        for vertex in self._vertices(node):
            self._scan(vertex)

    def _scan(self, a: int) -> None:
        """Note when the edges of an outer vertex become tight."""
        label, top, y, here, ya = self.label, self.top, self.y, self.top[a], self.y[a]
        for b, weight in self.graph[a].items():
            there = top[b]
            kind = label.get(there, FREE)
            if there != here and kind != INNER:
                heappush(self.grow if kind == FREE else self.meet, (ya + y[b] - 2 * weight, a, b))

    def _grow(self, a: int, b: int) -> bool:
        """Take a tight edge to a node outside the tree; true if that ends the search."""
        node = self.top[b]
        # Only the base of a blossom is matched outside of it.
        partner = self.mate[self.base[node]]
        if partner == NOBODY:
            self._augment(a, b)
            return True
        self._relabel(node, INNER)
        self._enter_inner(node, (a, b))
        self._make_outer(self.top[partner], (self.base[node], partner))
        return False

    def _enter_inner(self, node: int, entry: tuple[int, int]) -> None:
        self.entry[node] = entry
        if node >= self.n:
            heappush(self.shed, (self.blossoms[node].z, node))

    def _path(self, node: int) -> list[int]:
        """From a labelled node up to the root."""
        path = [node]
        while self.entry[node][0] != NOBODY:
            node = self.top[self.entry[node][0]]
            path.append(node)
        return path

    def _augment(self, a: int, b: int) -> None:
        """Match along the path from the root to `a` and on to the free vertex's `b`."""
        self._rotate(self.top[b], b)
        while True:
            outer = self.top[a]
            self._rotate(outer, a)
            self.mate[a], self.mate[b] = b, a
            above = self.entry[outer][0]
            if above == NOBODY:
                return
            inner = self.top[above]
            a, b = self.entry[inner]
            self._rotate(inner, b)

    # --- blossoms --------------------------------------------------------------------------------

    def _shrink(self, a: int, b: int) -> None:
        """Two outer nodes are joined by a tight edge: their ring becomes one outer node."""
        left, right = self._path(self.top[a]), self._path(self.top[b])
        shared = set(right)
        # Both paths lead to the root; where they meet is the base of the new blossom.
        common = next(node for node in left if node in shared)
        down, up = left[: left.index(common)], right[: right.index(common)]
        parts = [common, *reversed(down), *up]
        links = [self.entry[node] for node in reversed(down)]
        links += [(a, b), *(_reverse(self.entry[node]) for node in up)]
        # Inner vertices become outer ones: their edges have not been looked at.
        fresh = [v for part in parts if self.label[part] == INNER for v in self._vertices(part)]
        node, self.next_id = self.next_id, self.next_id + 1
        vertices = []
        for part in parts:
            self._relabel(part, OUTER)
            # Inside of another blossom a dual does not move: freeze it at its true value.
            if part >= self.n:
                self.blossoms[part].z += 2 * self.spent
            vertices += self._vertices(part)
            del self.label[part]
        self.blossoms[node] = _Blossom(parts, links, vertices, -2 * self.spent)
        self.base[node], self.entry[node] = self.base[common], self.entry[common]
        self.label[node] = OUTER
        for vertex in vertices:
            self.top[vertex] = node
        for vertex in fresh:
            self._scan(vertex)

    def _expand(self, node: int) -> None:
        """The dual of an inner blossom is used up: its parts stand for themselves again.

        Those on the even way round from the entry to the base stay in the tree.
        """
        blossom, entry = self.blossoms.pop(node), self.entry[node]
        parts, links, size = blossom.parts, blossom.links, len(blossom.parts)
        del self.label[node]
        for part in parts:
            self.label[part] = INNER
            if part >= self.n:
                self.blossoms[part].z += 2 * self.spent
            for vertex in self._vertices(part):
                self.top[vertex] = part
        here = parts.index(self.top[entry[1]])
        # One way round from the entry to the base has an even number of edges: matched and
        # unmatched by turns, it stays in the tree. The other parts are matched to each other, and
        # leave it.
        turn, steps = (-1, here) if here % 2 == 0 else (1, size - here)
        way = [(here + turn * step) % size for step in range(steps + 1)]
        for step, place in enumerate(way):
            if step:
                before = way[step - 1]
                entry = links[before] if turn == 1 else _reverse(links[place])
            if step % 2:
                self._make_outer(parts[place], entry)
            else:
                self._enter_inner(parts[place], entry)
        for place in set(range(size)) - set(way):
            self._leave(parts[place])

    def _leave(self, node: int) -> None:
        """A node of the tree is outside again; note when the tree will reach it."""
        self._relabel(node, FREE)
        for b in self._vertices(node):
            for a, weight in self.graph[b].items():
                if self.label.get(self.top[a]) == OUTER:
                    heappush(self.grow, (self.y[a] + self.y[b] - 2 * weight, a, b))

    def _rotate(self, node: int, vertex: int) -> None:
        """Make this vertex the base of a node: the others are matched inside."""
        if node < self.n:
            return
        blossom = self.blossoms[node]
        parts, links, size = blossom.parts, blossom.links, len(blossom.parts)
        new = next(n for n, part in enumerate(parts) if vertex in self._vertices(part))
        self._rotate(parts[new], vertex)
        # From the old base to the new one the even way round, every other edge becomes matched.
        matched = range(0, new, 2) if new % 2 == 0 else range(new + 1, size, 2)
        for place in matched:
            a, b = links[place]
            self._rotate(parts[place], a)
            self._rotate(parts[(place + 1) % size], b)
            self.mate[a], self.mate[b] = b, a
        blossom.parts, blossom.links = parts[new:] + parts[:new], links[new:] + links[:new]
        self.base[node] = vertex

    def proof(self) -> Proof:
        """The duals at the end."""
        sets = ((frozenset(b.vertices), b.z) for b in self.blossoms.values() if b.z)
        return Proof(tuple(self.y), tuple(sets))


def _reverse(edge: tuple[int, int]) -> tuple[int, int]:
    return edge[1], edge[0]
