"""`fairpair completion`: what a shell needs to complete commands, options and tournaments."""

import click

from fairpair.cli.output import write

_SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that lets SHELL complete commands, options and tournaments.

    \b
        fairpair completion bash > ~/.local/share/bash-completion/completions/fairpair
        fairpair completion zsh > ~/.zfunc/_fairpair
        fairpair completion fish > ~/.config/fish/completions/fairpair.fish
    """
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    if found is None:
        raise AssertionError(f"click knows no {shell}")
    root = ctx.find_root()
    write(found(root.command, {}, "fairpair", "_FAIRPAIR_COMPLETE").source().strip() + "\n")
