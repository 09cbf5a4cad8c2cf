export default function named() {} export const other = 1;
