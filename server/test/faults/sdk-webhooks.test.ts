import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { verifyWebhook, WebhookError } from "../../../packages/sdk/src/index.ts";
import { makeSecret, signatureHeaders } from "../../src/platform/standard-webhooks.ts";

// Small in the normal suite; `npm run test:sdk-faults` runs the full size.
const MANGLED = process.env["FAULTS"] === "full" ? 10_000 : 1_000;
const [secret, old] = [makeSecret(), makeSecret()];
const good: Record<string, string> = { ...signatureHeaders({ id: "evt_1", at: new Date(), body: "{}", secrets: [secret] }) };

test(`${MANGLED} mangled headers are refused with nothing but the error of the verifier`, async () => {
  const word = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.constantFrom(
      "",
      " ",
      "v1,",
      "v1",
      ",",
      "v1,=",
      "v1,====",
      "NaN",
      "-1",
      "1e9",
      "0x7fffffff",
      "Infinity",
      "9".repeat(400),
      "\0",
      "__proto__",
    ),
    fc.constantFrom(...Object.values(good)),
  );
  const value = fc.oneof(
    word,
    fc.array(word, { maxLength: 4 }).map((words) => words.join(" ")),
    fc.array(word, { maxLength: 3 }),
    fc.constant(undefined),
  );
  const name = fc.constantFrom(...Object.keys(good), "Webhook-Id", "WEBHOOK-SIGNATURE", "svix-id", "__proto__", "constructor");
  let accepted = 0;
  const property = fc.asyncProperty(
    fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 5 }),
    fc.string({ unit: "binary", maxLength: 40 }),
    async (entries, text) => {
      const headers = { ...good, ...Object.fromEntries(entries) };
      // The body is never the one that was signed.
      await verifyWebhook({ body: `${text} `, headers, secrets: [old, secret] }).then(
        () => accepted++,
        (error: unknown) => assert.ok(error instanceof WebhookError, String(error)),
      );
    },
  );
  await fc.assert(property, { numRuns: MANGLED });
  assert.equal(accepted, 0);
});
