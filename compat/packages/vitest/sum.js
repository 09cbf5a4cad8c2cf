export const sum = (a, b) => (a < 0 ? -1 : a + b);
export const never = () => 1;
