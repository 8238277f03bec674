"""The `fairpair` command: which commands there are, and where each is found."""

import click

from fairpair import __version__
from fairpair.cli.error_handling import HELP_OPTIONS, FairpairGroup, LazyCommand
from fairpair.cli.output import write

COMMANDS = {
    "Run a tournament": {
        "new": LazyCommand("desk.tournaments:new", "Create a tournament called NAME."),
        "list": LazyCommand(
            "desk.tournaments:list_", "List the tournaments in the database, latest first."
        ),
        "status": LazyCommand(
            "desk.tournaments:status",
            "Show the status of tournament NAME and the next step.",
        ),
        "players": LazyCommand(
            "desk.players:players", "List, add and edit the players of tournament NAME."
        ),
        "round": LazyCommand(
            "desk.rounds:round_", "Show and manage the rounds of tournament NAME."
        ),
        "result": LazyCommand(
            "desk.results:result", "Enter the RESULT for TABLE in tournament NAME."
        ),
        "standings": LazyCommand(
            "standings:standings",
            "Show the standings of tournament files, or of one tournament in the database.",
        ),
        "ties": LazyCommand(
            "desk.ties:ties", "Show the ties of tournament NAME, and rank the tied players."
        ),
        "bracket": LazyCommand(
            "desk.show_commands:bracket",
            "Show the bracket of tournament NAME (with seed numbers before the cut).",
        ),
        "crosstable": LazyCommand(
            "desk.show_commands:crosstable",
            "Show the crosstable of tournament NAME.",
        ),
        "statistics": LazyCommand(
            "desk.show_commands:statistics",
            "Show statistics for tournament NAME: results, points, upsets, rounds.",
        ),
        "outlook": LazyCommand(
            "desk.outlook:outlook",
            "Show who is certain of a top place in tournament NAME, whatever happens.",
        ),
        "odds": LazyCommand(
            "odds:odds",
            "Estimate every player's chances in tournament NAME, or in a file.",
        ),
        "ratings": LazyCommand(
            "desk.ratings:ratings",
            "Estimate the rating changes of tournament NAME, or those of PLAYER game by game.",
        ),
        "why": LazyCommand(
            "desk.show_commands:why",
            "Explain PLAYER's opponent, colour or bye.",
        ),
    },
    "Settings and history": {
        "settings": LazyCommand(
            "desk.settings:settings",
            "Show or change the rules of tournament NAME.",
        ),
        "header": LazyCommand(
            "desk.header:header",
            "Show or change the details of tournament NAME: place, dates, arbiters, colour,"
            " pictures.",
        ),
        "cut": LazyCommand(
            "desk.lifecycle:cut", "Make the cut: advance the best players to the knockout."
        ),
        "finish": LazyCommand("desk.lifecycle:finish", "Finish tournament NAME."),
        "reopen": LazyCommand("desk.lifecycle:reopen", "Reopen tournament NAME."),
        "rename": LazyCommand("desk.management:rename", "Rename tournament NAME."),
        "draw": LazyCommand(
            "desk.management:draw",
            "Show or commit to the draw of tournament NAME, so that anyone can verify it later.",
        ),
        "archive": LazyCommand(
            "desk.management:archive",
            "Archive tournament NAME, so that lists show it only on request.",
        ),
        "unarchive": LazyCommand(
            "desk.management:unarchive", "Take tournament NAME out of the archive."
        ),
        "copy": LazyCommand(
            "desk.management:copy",
            "Create a tournament NEW_NAME with the rules and details of tournament NAME.",
        ),
        "delete": LazyCommand(
            "desk.management:delete",
            "Delete tournament NAME with its players, results, keys and links.",
        ),
        "deleted": LazyCommand(
            "desk.management:deleted", "List, restore or erase deleted tournaments."
        ),
        "undo": LazyCommand(
            "desk.lifecycle:undo",
            "Undo the last action, or ACTION by its number in the history.",
        ),
        "redo": LazyCommand(
            "desk.lifecycle:redo",
            "Redo the last undone action, or ACTION by its number in the history.",
        ),
        "history": LazyCommand("desk.lifecycle:history", "Show the history of tournament NAME."),
    },
    "Print, export and import": {
        "print": LazyCommand(
            "printing:print_", "Create a PDF of a tournament for printing.", extra="paper"
        ),
        "export": LazyCommand(
            "transfer:export", "Export a tournament to standard output or to a file."
        ),
        "import": LazyCommand("transfer:import_", "Import a tournament from a file."),
    },
    "Work with files": {
        "pair": LazyCommand("pairing:pair", "Pair the next round of tournament files."),
        "check": LazyCommand(
            "checking:check",
            "Check tournament files: re-pair every round and recalculate the ranks.",
        ),
        "generate": LazyCommand(
            "generation:generate", "Generate a random tournament file with correct pairings."
        ),
        "endorse": LazyCommand(
            "endorsement:endorse",
            "Answer FIDE's checklist for tournament programs, as far as a program can.",
        ),
        "simulate": LazyCommand(
            "simulation:simulate",
            "Simulate a tournament with random results.",
        ),
        "lab": LazyCommand(
            "laboratory:lab",
            "Compare formats by many simulated tournaments.",
        ),
    },
    "Presets and tie-breaks": {
        "presets": LazyCommand(
            "rules:presets", "List the presets: rule sets to start a tournament from."
        ),
        "tiebreaks": LazyCommand(
            "rules:tiebreaks",
            "List all tie-breaks, or only those given as CODES.",
        ),
    },
    "Rating lists": {
        "lists": LazyCommand("rating_lists:lists", "List, import, search and remove rating lists."),
    },
    "Other commands": {
        "backup": LazyCommand(
            "transfer:backup", "Back up the whole database to FILE, even while a server is running."
        ),
        "verify": LazyCommand(
            "records:verify_",
            "Prove that logs are complete and unchanged, and"
            " that their pairings match the engine's.",
        ),
        "redact": LazyCommand(
            "records:redact", "Erase the personal data of PERSON everywhere in the database."
        ),
        "completion": LazyCommand(
            "main:completion",
            "Print the completion script for SHELL.",
        ),
        "key": LazyCommand(
            "keys:key",
            "Create an access key for staff, or links for players.",
        ),
        "desktop": LazyCommand(
            "desktop:desktop", "Start Fairpair on this computer and open it in the browser."
        ),
        "serve": LazyCommand("serve:serve", "Start the server and print its address."),
    },
}
"""The sections of the help, and the commands in each."""


@click.group(
    cls=FairpairGroup,
    sections=COMMANDS,
    context_settings={"help_option_names": HELP_OPTIONS, "max_content_width": 100},
)
@click.version_option(__version__, prog_name="fairpair")
def cli() -> None:
    """Run Swiss tournaments.

    \b
        fairpair new "Friday Magic" --players names.txt
        fairpair round friday-magic next
        fairpair result friday-magic 1 2-0
        fairpair standings friday-magic

    `fairpair COMMAND --help` explains a command. NAME is the ID or the name of a tournament. All
    commands work while a server is running, and its pages update immediately.

    Exit codes: 0 success, 1 no legal pairing or a failed check, 2 incorrect usage, 3 invalid input,
    4 conflict, 5 file or database error, 70 internal error.
    """


@click.command()
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script for SHELL.

    \b
        fairpair completion bash > ~/.local/share/bash-completion/completions/fairpair
        fairpair completion zsh > ~/.zfunc/_fairpair
        fairpair completion fish > ~/.config/fish/completions/fairpair.fish
    """
    from click.shell_completion import get_completion_class  # noqa: PLC0415 - only for shells

    found = get_completion_class(shell)
    if found is None:
        raise AssertionError(f"click knows no {shell}")
    root = ctx.find_root()
    write(found(root.command, {}, "fairpair", "_FAIRPAIR_COMPLETE").source().strip() + "\n")
