"""The library: what `import fairpair` offers, as thin calls of the layers below."""

from fairpair.extensions import activate

activate()
