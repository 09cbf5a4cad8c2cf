console.log(__filename);
