export const call = (fn) => fn();
