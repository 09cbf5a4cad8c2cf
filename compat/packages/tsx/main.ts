enum Color { Red, Green }
import { f } from "./part";
console.log(Color[1], f<number>(2));
