import('./importer.mjs').catch((error) => console.log(error.name, error.message));
