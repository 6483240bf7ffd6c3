import hooks from "node:async_hooks";

// Read by a lane (run-lanes.ts) before node:test. To know which test an error belongs to that nobody caught, Node's runner follows every
// promise, which makes a promise cost twenty times as much. A file in a lane fails whichever of its tests it was (test-lane.ts).
const { createHook } = hooks;
Object.assign(hooks, {
  createHook: (callbacks: Parameters<typeof createHook>[0]) => createHook({ ...callbacks, trackPromises: false }),
});
