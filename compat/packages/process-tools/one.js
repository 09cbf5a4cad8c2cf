console.log("one");
