const attempts = ['@/b', '@scope', 'pkg', 'node:nosuch', 'blob:x', 'http://x/y', '%2e'];
for (const specifier of attempts) {
  try {
    await import(specifier);
  } catch (error) {
    console.log(specifier, error.name, error.code, error.message);
  }
}
console.log(import.meta.resolve('node:nosuch'));
try {
  await import.source('./main.mjs');
} catch (error) {
  console.log(error.name, error.code);
}
for (const path of [5, true]) {
  try {
    process.loadEnvFile(path);
  } catch (error) {
    console.log(error.code, error.message);
  }
}
