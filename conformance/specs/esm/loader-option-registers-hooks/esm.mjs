import fs from "fs"; import data from "./data.json" with { type: "json" }; import "./esm2.mjs"; export { data };
