export const kind = 'module';
