"""Everything that can be printed: one register for the command line, the API and the pages."""

from fairpair.app.printing.job import Job, local_time
from fairpair.app.printing.register import SHEETS, Sheet, printed, sheet_named

__all__ = ["SHEETS", "Job", "Sheet", "local_time", "printed", "sheet_named"]
