import assert from "node:assert/strict";
import { test } from "node:test";
import { inService } from "../../../test/service.ts";
import { until } from "../../../test/waiting.ts";
import { watchDue } from "./watch-due.ts";

test(
  "what cannot be done, and what would change nothing, rests and is not in the way of what comes after it",
  inService(async ({ app, clock, database }) => {
    const acted: string[] = [];
    const watch = watchDue(
      { execute: app.execute, clock, log: app.log, databaseUrl: database.url },
      {
        what: "examples",
        everyMs: 20,
        // Only the first one is found at a time: one that stays first would keep all others.
        async find(_owner, resting) {
          const due = ["fails", "changes nothing", "works"].filter(
            (key) => !resting.includes(key) && !(key === "works" && acted.includes(key)),
          );
          return due.slice(0, 1).map((key) => ({ key, companyId: "none" }));
        },
        async act({ key }) {
          acted.push(key);
          if (key === "fails") throw new Error("it cannot be done");
          return key === "works";
        },
      },
    );
    await until(() => acted.includes("works"), "the last one is done");
    await watch.stop();
    assert.deepEqual(acted.slice(0, 2), ["fails", "changes nothing"]);
  }),
);
