"""Values and rules of tournaments; knows nothing else."""
