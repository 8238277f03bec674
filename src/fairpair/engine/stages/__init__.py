"""From the first round to the champion: plans, knock-outs, cuts and final ranks."""
