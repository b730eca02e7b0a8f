# SPDX-License-Identifier: Apache-2.0
"""The command line: one small module per command, each loaded only when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from proofcheck import __version__
from proofcheck.errors import InputError

COMMANDS = {
    "verify": "Decide every claim of a library: replay, SymPy, sampling.",
    "prove": "Decide one claim, or every line of a batch file.",
    "sample": "Sample a claim at random points, with guarded arithmetic.",
    "check": "Replay certificate files.",
    "show": "Print one claim: statement, source, verdict, proof, uses.",
    "derive": "Make the derivation documents again from their files of steps.",
    "trust": "Print the axioms, schemas and rules that a row rests on.",
    "graph": "Draw which row rests on which, as DOT or SVG.",
    "list": "List the claims of a library.",
    "report": "Write the referee's page: every statement, its verdict and its proof in words.",
    "diff": "Compare two versions of a library: stronger, weaker, stale.",
    "labels": "Compare the labels of a paper with those of its claims.",
    "new": "Make a folder for the claims of a paper of your own.",
    "sums": "Enclose the sum of the softmax errors F_m of a loss law.",
    "regret": "Enclose the regret of the algorithm on a loss law.",
    "privacy": "Audit the algorithms' privacy exactly, with the worst pair of inputs.",
    "simulate": "Play the learners against losses drawn from a law, many times.",
    "compare": "Set every learner's regret on a law beside the bounds.",
    "sweep": "Confirm the lemmas on many laws, epsilons and horizons; resumable.",
}
INTERRUPTED = 130


class LazyGroup(click.Group):
    """A group that imports a command's module when the command runs, and turns bad input into one line and exit 2."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table above."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command called ``name``; its module is imported now."""
        if name not in COMMANDS:
            return None
        module = import_module(f"proofcheck.commands.{name}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that was meant; a name near to a known one is suggested."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from proofcheck.parse.piece import suggest

            hint = suggest(args[0], COMMANDS) or f"; commands: {', '.join(COMMANDS)}"
            raise click.UsageError(f"no command {args[0][:60]!r}{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run; bad input is one line and exit code 2, an interruption exit code 130."""
        try:
            return super().invoke(ctx)
        except InputError as error:
            click.echo(f"proofcheck: {error}", err=True)
            ctx.exit(2)
        except KeyboardInterrupt:
            click.echo("proofcheck: interrupted; no file was left half-written", err=True)
            ctx.exit(INTERRUPTED)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="proofcheck")
def main() -> None:
    """A small proof assistant for papers with explicit constants.

    \b
    Examples:
      proofcheck verify
      proofcheck prove "for all x in [0, 1]: 1 - exp(-x) >= x/2"
      proofcheck list

    Exit codes: 0 all fine; 1 something refuted, rejected, disputed or stale; 2 bad usage or bad input; 3 something
    undecided.
    """
