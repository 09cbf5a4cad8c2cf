node main.mjs
