ts-node main.ts
ts-node wrong.ts 2>&1 | head -5
