const a = 1;
export const b = import('./x.mjs') +;
