console.log('second', typeof require, module.filename === __filename, require.main === undefined);
