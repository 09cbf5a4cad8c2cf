mocha a.spec.mjs
echo $?
