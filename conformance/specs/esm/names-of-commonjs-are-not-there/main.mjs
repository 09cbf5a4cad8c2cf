for (const name of ['./uses-require.mjs', './uses-filename.mjs']) {
  await import(name).catch((error) => console.log(error.name, error.message));
}
