"""Four writers of one process, for the test with twenty: `writers.py ADDRESS COUNT PROCESS`."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from app.events import clock
from app.service_calls import write
from fairpair.app.service import Service
from fairpair.storage import open_store

if __name__ == "__main__":
    service = Service(open_store(sys.argv[1]), clock)
    count, first = int(sys.argv[2]), int(sys.argv[3]) * 4
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: write(service, n, count), range(first, first + 4)))
    service.close()
