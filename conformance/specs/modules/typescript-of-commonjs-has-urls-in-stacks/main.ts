interface Named { name: string }

function fail(what: Named, again?: number): never {
  throw new RangeError(what.name as string);
}
try {
  fail({ name: 'caught' });
} catch (error) {
  console.log((error as Error).stack!.split('\n').slice(0, 3).map((line) => line.replace(/file:.*\//, 'file:…/')).join('\n'));
}
console.log(__filename.startsWith('file:'), typeof require);
