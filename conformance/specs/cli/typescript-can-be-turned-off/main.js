console.log(process.features.typescript);
import('./a.ts').catch((error) => console.log(error.code));
