import { f } from "./part.ts";
namespace N { export const a = 1; }
console.log(f(N.a), import.meta.url.endsWith("b.mts"));
