@echo off
rem For a double click on Windows, once Fairpair is installed: opens it in the browser.
fairpair desktop
if errorlevel 1 pause
