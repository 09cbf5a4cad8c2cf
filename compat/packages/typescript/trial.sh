tsc -p . ; echo $?
cat out/main.js out/main.d.ts
node node_modules/typescript-7/bin/tsc -p . --outDir out7 ; echo $?
cat out7/main.js
