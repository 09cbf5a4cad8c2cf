console.log('index', __dirname === process.argv[1]);
