"""FIDE's check-list and the comparison with other engines."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "no-reference-engine": "No other pairing engine has been specified.",
    "no-reference-engine.hint": "Set {variable} to its command, for example `bbpPairings` or"
    " `py4swiss -t {{input}} -p {{output}}`.",
    "reference-engine-missing": "{engine} could not be started: {problem}",
    "reference-engine-missing.hint": "Check the path, and that the file is executable.",
    "reference-refused": "The other engine did not pair any round: {problem}",
    "cross-test-record": "{record} was written with a different engine, seed or set of options.",
    "cross-test-record.hint": "Use the original options, or another file.",
    "cross-test-record.unreadable": "{record} is not the record of a cross-test.",
    "cross-test-record.unreadable.hint": "Give a file written by `fairpair endorse cross-test`,"
    " or a new one.",
    "endorse.totals": (
        "1 hard failure ({numbers}), cost {cost} % of {limit} %.",
        "{n} hard failures ({numbers}), cost {cost} % of {limit} %.",
    ),
    "endorse.later": "Questions marked - are asked later and cost up to {cost} % more.",
    "cross-test-record.several": "{record} cannot be combined with {first}: it was written with a"
    " different engine, or with the same seed.",
    "cross-test-record.several.hint": "Use records of one engine with different seeds.",
}
