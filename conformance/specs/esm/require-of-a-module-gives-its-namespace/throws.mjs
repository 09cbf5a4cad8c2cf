throw new Error('from the module');
