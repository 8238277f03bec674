"""Ratings from results: FIDE's rating change and title norms, club Elo, Glicko-2. All is pure.

| module        | content                                                              |
|---------------|----------------------------------------------------------------------|
| `tables`      | FIDE's tables of differences and percentages                         |
| `model`       | a rating, a game, a change with its steps: shared by all systems     |
| `fide`        | the change of a rated player, the K-factor, which games are rated    |
| `performance` | the performance rating, and the first rating of an unrated player    |
| `elo`         | Elo for clubs and other games                                        |
| `glicko2`     | Glicko-2                                                             |
| `systems`     | all systems behind one call                                          |
| `norms`       | title norms: the requirements, and how far somebody is from them     |
| `forecast`    | what is still needed for a norm                                      |
"""
