console.log('main', process.execArgv);
