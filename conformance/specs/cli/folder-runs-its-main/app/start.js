console.log('start', process.argv.slice(2));
