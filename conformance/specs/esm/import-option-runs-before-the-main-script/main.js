console.log('main', require.main === module, module.id);
