run() { "$@" 2>&1; echo "[$?]"; }
run node commands.mjs --help
run node commands.mjs -vv -c blue add 1 2 --no-check
run env TOOL_COLOUR=blue node commands.mjs add 3
run node commands.mjs -c green add 1
run node commands.mjs ad
run node commands.mjs --version
run node commands.mjs other a b
node commands.mjs later 2>&1 | grep -o 'Error: of a command'
run node options.mjs --help
run node options.mjs copy a b -n 3 --deep.value=1 -- rest
run node options.mjs list --deep.value x
run node options.mjs coppy
run node options.mjs --version
run node looks.mjs
run env -u NO_COLOR FORCE_COLOR=3 node looks.mjs
run env -u FORCE_COLOR NO_COLOR=1 node looks.mjs
run node questions.mjs
