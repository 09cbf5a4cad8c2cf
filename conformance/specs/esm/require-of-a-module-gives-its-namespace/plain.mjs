export const a = 1; export let b = 2;
