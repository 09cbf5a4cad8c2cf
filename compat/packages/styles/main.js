const postcss = require('postcss');
postcss([require('autoprefixer')({ overrideBrowserslist: 'firefox 20' })]).process('a { display: flex; user-select: none }', { from: undefined }).then((result) => console.log(result.css));
