"""Extensions, and presets in a folder: what cannot be used, and why."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "extension.broken": "The {kind} {name} from the package {package} cannot be used. Update or"
    " uninstall the package. Reason: {reason}",
    "extension.built-in": "The {kind} {name} from the package {package} is ignored because a"
    " built-in one has the same name. Update or uninstall the package.",
    "extension.twice": "The {kind} {name} from the package {package} is ignored because the"
    " package {other} has one with the same name. Uninstall one of the two packages.",
    "extension.tiebreak-failed": "The tie-break {name} from the package {package} failed and is"
    " left out. Update the package, or choose another tie-break. Reason: {reason}",
    "extension.format-failed": "The file format {name} from the package {package} failed and is"
    " left out. Update or uninstall the package. Reason: {reason}",
    "extension-kind.systems": "pairing system",
    "extension-kind.tiebreaks": "tie-break",
    "extension-kind.presets": "preset",
    "extension-kind.formats": "file format",
    "extension-kind.sheets": "sheet",
    "extension-kind.wrong": "It is of the type {found}, not {expected}.",
    "extension-kind.name": "The name {found} is not allowed: use letters, digits and _.",
    "extension-kind.other-name": "Its name is {found}; its entry point must have the same name.",
    "extension-kind.sum": "A value is of the type {found}, not Sum.",
    "extension-kind.groups": "The groups do not contain each tied player exactly once.",
    "extension-kind.tiebreak": "A tie-break needs either prepare or split.",
    "extension-kind.round": "The round does not contain each player exactly once.",
    "extension-failed": "{name} from the package {package} failed: {reason}",
    "extension-failed.hint": "Update the package, or report the error to its authors.",
    "extension-error": "{text}",
    "preset-file.broken": "The preset in {file} is ignored. {reason}",
    "preset-file.missing": "is missing",
    "preset-file.text": "must be text on one line",
    "preset-file.table": "must be a table",
    "preset-file.unknown": "is not known; a preset has title, about, source and rules",
    "bad-preset": "The preset cannot be used.",
    "preset-file.name": "The name {name} is not allowed: use lower-case letters, digits, - and _.",
    "preset-file.taken": "Another preset is already called {name}: rename the file.",
    "preset-file.large": "The file is larger than {most} bytes.",
}
