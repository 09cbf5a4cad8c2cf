eslint a.js --no-config-lookup --rule '{"no-unused-vars": 2, "eqeqeq": 1}' ; echo $?
prettier a.js b.ts c.md
prettier --check a.js ; echo $?
biome lint a.js 2>&1 | grep -v Checked ; echo $?
oxlint a.js | grep -v Finished ; echo $?
knip --no-progress ; echo $?
