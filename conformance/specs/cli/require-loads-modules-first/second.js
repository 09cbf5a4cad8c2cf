console.log('second', order);
