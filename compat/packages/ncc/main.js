console.log(require("lodash").chunk([1, 2, 3], 2), require("node:os").EOL);
