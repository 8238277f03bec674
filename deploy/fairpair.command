#!/bin/sh
# For a double click on macOS, once Fairpair is installed (`pipx install`): opens it in the browser.
PATH="$HOME/.local/bin:/opt/homebrew/bin:/usr/local/bin:$PATH"
exec fairpair desktop
