import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Loaded into an http node before its own code. For tests that must see a check fail, the node is as harmful as the variable says.
const MIB = 1_048_576;
const EVERY_MS = 500;
const HOLD_MS = 250;
const KEPT_MIB = 25;

const kept: Buffer[] = [];
const faults: Record<string, () => void> = {
  "a handler that holds the event loop"() {
    for (const until = performance.now() + HOLD_MS; performance.now() < until;);
  },
  "a handler that keeps memory": () => void kept.push(Buffer.alloc(KEPT_MIB * MIB, 1)),
};
const fault = faults[process.env["PLANTED_FAULT"] ?? ""];

const orders: Record<string, () => void> = {
  // Not from the start: what the victim has without the attack is what it is compared with.
  "begin the fault"() {
    if (fault) setInterval(fault, EVERY_MS).unref();
  },
  "collect garbage": collectGarbage,
};
process.on("message", (order) => orders[String(order)]?.());

function collectGarbage(): void {
  // All of it, and the empty pages go back to the system: only what is kept is then counted.
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")({ type: "major", execution: "sync", flavor: "last-resort" });
  process.send?.("collected");
}
