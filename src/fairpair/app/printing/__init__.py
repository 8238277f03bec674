"""Everything that can be printed: one register for the command line, the API and the pages."""

from fairpair.app.printing.job import Job, local_time
from fairpair.app.printing.register import SHEETS, Sheet, get_sheet, render_sheet

__all__ = ["SHEETS", "Job", "Sheet", "get_sheet", "local_time", "render_sheet"]
