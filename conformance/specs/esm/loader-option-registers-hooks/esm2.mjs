import "./data.json" with { type: "json" };
