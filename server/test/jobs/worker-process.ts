import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { createLab } from "./lab.ts";

// A worker with the jobs of the lab, in a process of its own that can be killed. It reports every try to its parent.
const lab = createLab({ sleep: {} }, (tried) => process.send?.(tried));
const app = await createApp(readConfig(process.env), { extraFeatures: [lab.feature] });
await app.startWorker();
process.once("disconnect", () => process.exit(1));
