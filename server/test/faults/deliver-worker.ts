import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";

// A worker in a process of its own, to be killed.
const app = await createApp(readConfig(process.env));
await app.startWorker({ isAlone: true });
process.send?.("ready");
// The test is gone: leave nothing running.
process.once("disconnect", () => process.exit());
