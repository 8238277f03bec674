"""What FIDE's acceptance of tournament programs asks for, and how much of it a program can prove.

| module       | content                                                           |
|--------------|-------------------------------------------------------------------|
| `questions`  | the check-list: every question with its cost and its proof        |
| `probes`     | the proofs that are checks: each tries the action in memory       |
| `trial`      | the tournament in memory they try it on                           |
| `checklist`  | all answers with their totals                                     |
| `reference`  | another pairing engine, as a program that is called               |
| `cross_test` | thousands of random tournaments, compared with that engine        |
"""
