export let count = 0;
export const add = () => { count++; };
export function late() { return 'hoisted'; }
export { add as default, add as 'a name with spaces' };
