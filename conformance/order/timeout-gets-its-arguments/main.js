'use strict';
setTimeout((arg) => console.log(`arg was => ${arg}`), 1, 'funky');
setTimeout((...args) => console.log(args), 1, 1, 'two', { three: 3 }, [4], undefined, null);
setTimeout((...args) => console.log(args.length), 1);
