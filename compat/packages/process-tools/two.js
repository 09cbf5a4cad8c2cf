console.log("two"); process.exitCode = 3;
