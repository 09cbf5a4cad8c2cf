console.log('runs once'); throw new Error('once');
