export const base = (value) => value * 2;
