@echo off
rem Has a double click on a .patience file open it with the program in this folder, for this user.
set "PROGRAM=%~dp0patience-arcade.exe"
set "CLASSES=HKCU\Software\Classes"
reg add "%CLASSES%\.patience" /ve /d PatienceArcade.Game /f >nul
reg add "%CLASSES%\PatienceArcade.Game" /ve /d "Game of patience" /f >nul
reg add "%CLASSES%\PatienceArcade.Game\DefaultIcon" /ve /d "\"%PROGRAM%\",0" /f >nul
reg add "%CLASSES%\PatienceArcade.Game\shell\open\command" /ve /d "\"%PROGRAM%\" \"%%1\"" /f >nul
echo Games open with %PROGRAM% now.
pause
