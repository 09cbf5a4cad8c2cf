console.log(import.meta.url.slice(-12), process.argv.slice(1), import.meta.main);
