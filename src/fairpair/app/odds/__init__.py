"""The chances of a running event: played on very often, by the kernel or by the exact engine."""
