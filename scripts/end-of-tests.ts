import { after } from "node:test";

// Loaded before each test file. A file whose process does not end, because a hook failed before it closed a server, would hold back the
// results of every file after it, for ever. It counts as failed and says what is open.
const WAIT_MS = Number(process.env["TESTS_END_MS"] ?? 60_000);

after(() => {
  setTimeout(() => {
    process.stderr.write(`The tests are over, and this is still open: ${process.getActiveResourcesInfo().join(", ")}\n`);
    process.exit(1);
  }, WAIT_MS).unref();
});
