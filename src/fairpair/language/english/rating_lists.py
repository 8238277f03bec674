"""Rating lists: import, search, and comparison with the players of a tournament."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "bad-rating-list": "This file is not a rating list that Fairpair can read.",
    "bad-rating-list.hint": "Nothing was imported; the current list stays in use. Check the file"
    " and try again.",
    "bad-rating-list.not-fide": "This file is not a FIDE rating list: the columns ID Number, Name"
    " and Fed are missing.",
    "bad-rating-list.not-fide.hint": "Download the list from ratings.fide.com, as text or XML."
    " For other lists, give the federation or a name of your own. Nothing was imported.",
    "bad-rating-list.which-rating": "This list has only one rating, and the file does not say"
    " which.",
    "bad-rating-list.which-rating.hint": "Choose standard, rapid or blitz. Nothing was imported.",
    "bad-rating-list.encoding": "This file is not plain text.",
    "bad-rating-list.encoding.hint": "Save it as CSV in UTF-8, or import the original file."
    " Nothing was imported.",
    "bad-rating-list.damaged": "This archive is damaged.",
    "bad-rating-list.damaged.hint": "Download it again. Nothing was imported.",
    "bad-rating-list.members": "An archive must contain exactly one file, not {n}.",
    "bad-rating-list.members.hint": "Unpack it and import the list. Nothing was imported.",
    "bad-rating-list.too-large": "This list is larger than {most} MB when unpacked, or its"
    " compression ratio is suspiciously high.",
    "bad-rating-list.zip-too-large": "This archive is larger than {most} MB.",
    "bad-rating-list.long-line": "Line {row} is longer than {most} characters.",
    "bad-rating-list.xml": "The XML is damaged at line {row}.",
    "bad-rating-list.definitions": "This XML contains definitions, which rating lists do not have.",
    "bad-rating-list.empty": "This list has no players.",
    "bad-rating-list.rows": (
        "{n} of {rows} rows cannot be read, so the list was not imported.",
        "{n} of {rows} rows cannot be read, so the list was not imported.",
    ),
    "bad-rating-list.duplicates": (
        "One number appears in the list more than once: {numbers}.",
        "{n} numbers appear in the list more than once: {numbers}.",
    ),
    "bad-rating-list.month": "This is the list for {found}, not for {wanted}.",
    "bad-rating-list.month.hint": "Choose the right file, or leave out the month."
    " Nothing was imported.",
    "bad-rating-list.mapping": "{fields:and} cannot be assigned to a column.",
    "bad-rating-list.mapping.hint": "Use {known:or}.",
    "bad-rating-list.columns": "These columns are missing: {missing}.",
    "bad-rating-list.columns.hint": "Assign the columns of the file, {columns}, for example"
    " number=ID, name=Surname + First name, rating=Elo, federation==GER.",
    "bad-rating-list.key": "{key} is not a valid list.",
    "bad-rating-list.key.hint": "Use fide, fide.standard, fide.rapid, fide.blitz, a federation such"
    " as nat.GER, or a name of your own such as custom.club.",
    "rating-list.row.number": "{value} is not a valid ID number",
    "rating-list.row.name": "the name is missing or contains control characters",
    "rating-list.row.federation": "{value} is not the code of a federation",
    "rating-list.row.rating": "{value} is not a rating",
    "rating-list.row.k": "{value} is not a K factor",
    "rating-list.row.games": "{value} is not a number of games",
    "rating-list.row.year": "the year of birth is not valid",
    "rating-list.row.length": "the line has {length} characters instead of {width}, and its fields"
    " overlap",
    "rating-list.row.short": "the line ends too early: it has {length} characters instead of"
    " {width}",
    "rating-list.row.twice": "the number {number} is also in row {row}",
    "rating-list.row.letters": "contains characters that do not exist in the file's encoding",
    "rating-list.read-as": "Read as {encoding}, columns separated by {mark}.",
    "rating-list.month-assumed": "The file does not give its month; {period} was assumed.",
    "kind.rating-lists": "lists such as fide.standard, nat.GER or custom.club, one per line",
    "rating-list.typed": "typed",
    "no-list-rating": "{name} has no rating in {list}.",
    "no-list-rating.hint": "Choose a list that the player has a rating in:"
    " {known:or}. Compare the players with the rating lists to get more.",
    "cli.no-rating-lists": "No rating lists. Import one: fairpair lists import FILE",
    "cli.importing": "Importing",
    "cli.list-imported": (
        "Imported {list} {period} with {n} player.",
        "Imported {list} {period} with {n} players.",
    ),
    "cli.rows-left-out": (
        "{n} row could not be read and was left out:",
        "{n} rows could not be read and were left out:",
    ),
    "cli.list-mapping": "Columns: {mapping}.",
    "cli.list-preview": "Rows that can be imported: {n}. Rows with problems: {bad}.",
    "cli.nobody-found": "No player found.",
    "cli.list-current": "{list} {period} is current.",
    "cli.list-newer": "A list newer than {list} {period} was published on {day}. Download and"
    " import it.",
    "cli.list-unknown": "The server that publishes {list} {period} could not be reached ({why})."
    " The list stays in use.",
    "no-list-address": "It is not known where {list} is published.",
    "no-list-address.bad": "{address} is not a web address.",
    "no-list-address.hint": "Give the address of the file, such as https://example.org/list.zip.",
    "no-list-address.none": "No list in use has a known web address.",
    "list-download": "{address} could not be downloaded: {why}.",
    "list-download.hint": "The list in use stays in use. Try again later, or download the file"
    " yourself and import it.",
    "list-download.status": "HTTP {status}",
    "list-download.unreachable": "the server could not be reached ({error})",
    "list-download.host": "the host name could not be resolved",
    "list-download.private": "the address is inside the server's private network",
    "list-download.redirects": "the server redirects too often, or to an unencrypted address",
    "list-download.incomplete": "the download ended after {n} of {of} bytes",
    "list-download.too-large": "the file is larger than {most} MB",
    "list-download.slow": "the download took longer than {minutes} minutes",
    "cli.lists-updating": "Updating",
    "cli.list-update-current": "{list}: no newer list has been published.",
    "cli.list-update-updated": "{list}: updated.",
    "cli.list-update-failed": "{list}: not updated. {why}",
    "cli.list-removed": "Removed {list} {period}.",
    "rating-list-busy": "Another rating list is being imported.",
    "rating-list-busy.hint": "Wait until the import has finished, then try again.",
    "no-upload": "This file is no longer available.",
    "no-upload.hint": "Upload it again. Nothing was imported.",
    "no-rating-list": "This rating list does not exist.",
    "no-rating-list.hint": "Import it first.",
    "no-rating-list.player": "{number} is not in the list {list}.",
    "no-rating-list.player.hint": "Check the number, or import the newest list.",
    "needs-confirmation.shorter-list": "The new list has {rows} players; the current one has"
    " {before}.",
    "needs-confirmation.shorter-list.hint": "Check that the file is complete. If it is, confirm"
    " the import. The current list stays in use until then.",
    "rating-list.shorter": "at least 90 % of the previous number is expected",
    "nothing-changed.rating-check": "These players already match the rating lists.",
    "rating-check.unknown": "{number} is not in the list {list}",
    "rating-check.name": "is called {name} in the list {list}",
    "rating-check.no-list": "No rating list has been imported.",
    "rating-check.other-month": "{list} is for {period}, but the list for {wanted} applies.",
    "rating-check.started": "Round 1 is published, so the tournament ratings stay the same and"
    " only the ratings by list are updated.",
    "duplicate-number": "{name} (no. {player}) already has the number {number}.",
    "duplicate-number.hint": "Check the number, or edit that player.",
    "cli.no-list-ratings": "No rating list has a rating for this player.",
    "cli.official-rating": "FIDE rating in reports: {rating}",
    "cli.list-counts": "The list for {period} applies.",
    "cli.ratings-agree": "All players match the rating lists.",
    "nothing-changed.rating-list": "This list is already imported: {list}.",
}
