export const { meta } = { meta: import.meta };
