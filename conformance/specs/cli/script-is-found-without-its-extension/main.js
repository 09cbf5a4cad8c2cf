console.log(require('node:path').basename(__filename), process.argv[1] === __dirname + '/main');
