'use strict'; process.exitCode = process.argv[2] === 'word' && process.env.GIVEN ? 3 : 0;
