import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";

// A worker in a process of its own, to be killed.
const app = await createApp(readConfig(process.env));
await app.startWorker({ isAlone: true });
process.send?.("ready");
process.on("message", (asked) => {
  // For tests that measure memory.
  setFlagsFromString("--expose-gc");
  // All of it, and the empty pages go back to the system: only what is needed is then counted.
  if (asked === "collect garbage") runInNewContext("gc")({ type: "major", execution: "sync", flavor: "last-resort" });
});
// The test is gone: leave nothing running.
process.once("disconnect", () => process.exit());
