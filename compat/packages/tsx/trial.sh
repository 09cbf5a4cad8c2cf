tsx main.ts
tsx a.cts
node --import tsx b.mts
