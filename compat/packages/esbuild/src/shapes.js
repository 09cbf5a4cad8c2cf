export const area = (r) => Math.round(Math.PI * r ** 2);
export function names() { return ['circle', 'square']; }
export function unused() { return 'never called'; }
