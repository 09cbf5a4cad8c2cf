type Unused = {
  a: string;
};
function fail(message: string): never { const x: number = 1; throw new Error(message); }
fail('here');
