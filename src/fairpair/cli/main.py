"""The `fairpair` command: which commands there are, and where each is found."""

import click
from click.shell_completion import get_completion_class

from fairpair import __version__
from fairpair.cli.error_handling import FairpairGroup, LazyCommand
from fairpair.cli.output import write

COMMANDS = {
    "An event": {
        "new": LazyCommand("desk.tournaments:new", "Begin a tournament called NAME."),
        "list": LazyCommand("desk.tournaments:list_", "List the tournaments of the database."),
        "status": LazyCommand(
            "desk.tournaments:status",
            "Say where the tournament NAME stands: what comes next, and what that waits for.",
        ),
        "players": LazyCommand(
            "desk.players:players", "List, enter and change the players of the tournament NAME."
        ),
        "round": LazyCommand(
            "desk.rounds:round_", "Look at the rounds of the tournament NAME, and run them."
        ),
        "result": LazyCommand(
            "desk.results:result", "Enter the RESULT of a TABLE of the tournament NAME."
        ),
        "standings": LazyCommand(
            "standings:standings",
            "Print ranks and tie-breaks of tournaments in files, or of one in the database.",
        ),
        "bracket": LazyCommand(
            "desk.show_commands:bracket",
            "Show the knock-out of the tournament NAME, before the cut with its seeds.",
        ),
        "crosstable": LazyCommand(
            "desk.show_commands:crosstable",
            "Show every player's rounds of the tournament NAME beside each other.",
        ),
        "statistics": LazyCommand(
            "desk.show_commands:statistics",
            "Show the tournament NAME in numbers: results, points, upsets, each round.",
        ),
        "why": LazyCommand(
            "desk.show_commands:why",
            "Say why PLAYER has this opponent, colour or bye; without a PLAYER all of a round.",
        ),
    },
    "Its course": {
        "settings": LazyCommand(
            "desk.settings:settings",
            "Show or change the rules of the tournament NAME; `fairpair rules` is the same.",
        ),
        "rules": LazyCommand(
            "desk.settings:settings",
            "Show or change the rules of the tournament NAME; `fairpair rules` is the same.",
        ),
        "cut": LazyCommand(
            "desk.lifecycle:cut", "Send the best of the tournament NAME to the knock-out."
        ),
        "finish": LazyCommand("desk.lifecycle:finish", "End the tournament NAME."),
        "reopen": LazyCommand(
            "desk.lifecycle:reopen", "Go on with the tournament NAME after its end."
        ),
        "undo": LazyCommand(
            "desk.lifecycle:undo",
            "Take back the last action, or ACTION, by its number in the history.",
        ),
        "redo": LazyCommand(
            "desk.lifecycle:redo",
            "Bring back what was undone last, or ACTION, by its number in the history.",
        ),
        "history": LazyCommand(
            "desk.lifecycle:history", "Print who did what in the tournament NAME, and when."
        ),
    },
    "Its paper and files": {
        "print": LazyCommand("printing:print_", "Make a PDF of a tournament, ready to be printed."),
        "export": LazyCommand(
            "transfer:export", "Write a tournament to standard output or to a file."
        ),
        "import": LazyCommand("transfer:import_", "Add a tournament from a file."),
    },
    "Files of any program": {
        "pair": LazyCommand("pairing:pair", "Pair the next round of tournaments in files."),
        "check": LazyCommand(
            "pairing:check", "Pair every round of tournaments in files again, and rank them again."
        ),
        "generate": LazyCommand(
            "pairing:generate", "Make a random tournament, every round paired by the rules."
        ),
        "simulate": LazyCommand(
            "simulation:simulate",
            "Play an event with random results, every round paired by the rules.",
        ),
    },
    "What can be chosen": {
        "presets": LazyCommand(
            "rules:presets", "List the named rule sets that a tournament can start from."
        ),
        "tiebreaks": LazyCommand(
            "rules:tiebreaks",
            "List all tie-breaks with their codes, or only those with these CODES.",
        ),
    },
    "The rest": {
        "backup": LazyCommand(
            "transfer:backup", "Copy the whole database to FILE, also while a server works with it."
        ),
        "completion": LazyCommand(
            "main:completion",
            "Print the script that lets SHELL complete commands, options and tournaments.",
        ),
        "key": LazyCommand(
            "keys:key",
            "Make a key: the administrator's, an organiser's, a scorekeeper's, or all players'.",
        ),
        "serve": LazyCommand("serve:serve", "Start the server and print its address."),
    },
}
"""The sections of the help, and the commands in each."""


@click.group(
    cls=FairpairGroup,
    sections=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="fairpair")
def cli() -> None:
    """Run Swiss tournaments.

    \b
        fairpair new "Friday Magic" --players names.txt
        fairpair round friday-magic next
        fairpair result friday-magic 1 2-0
        fairpair standings friday-magic

    `fairpair COMMAND --help` explains a command. NAME is the id or the name of a tournament. All of
    it works on the database of a running server, and the pages follow at once.

    Exit codes: 0 fine, 1 no legal pairing or a check that failed, 2 wrong usage, 3 bad input,
    4 conflict, 5 trouble with a file or database, 70 internal error.
    """


@click.command()
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that lets SHELL complete commands, options and tournaments.

    \b
        fairpair completion bash > ~/.local/share/bash-completion/completions/fairpair
        fairpair completion zsh > ~/.zfunc/_fairpair
        fairpair completion fish > ~/.config/fish/completions/fairpair.fish
    """
    found = get_completion_class(shell)
    if found is None:
        raise AssertionError(f"click knows no {shell}")
    root = ctx.find_root()
    write(found(root.command, {}, "fairpair", "_FAIRPAIR_COMPLETE").source().strip() + "\n")
