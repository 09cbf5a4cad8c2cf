export function late() { return "late"; }
