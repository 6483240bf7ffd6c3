import { argv } from "node:process";

// The queue by itself. `--beside 3`: three rounds of it beside pg-boss and graphile-worker, which are installed into a temporary folder.
if (argv.includes("--beside")) await import("./jobs/beside.ts");
else await import("./jobs/own.ts");
