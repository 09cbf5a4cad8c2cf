console.log('c');
