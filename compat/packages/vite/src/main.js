import "./style.css";
import { area } from "./shapes.js";
document.querySelector("#app").textContent = area(2);
