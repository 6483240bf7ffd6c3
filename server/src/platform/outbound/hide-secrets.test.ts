import assert from "node:assert/strict";
import { test } from "node:test";
import { hideSecrets } from "./hide-secrets.ts";

const SECRETS = ["Bearer canary-of-a-header", 'qu"ote\\d', "ok"];

test("an answer that repeats a secret is kept without it, also where it is escaped or cut off", () => {
  const echoed = JSON.stringify({ authorization: SECRETS[0], other: SECRETS[1], token: "canary-of-a-header" });
  assert.equal(hideSecrets(echoed, SECRETS), '{"authorization":"[hidden]","other":"[hidden]","token":"[hidden]"}');
  assert.equal(hideSecrets("you sent Bearer canary-of-a-h", SECRETS), "you sent [hidden]");
  assert.equal(hideSecrets("ok, Bear", SECRETS), "ok, Bear", "what is as short as a word is no secret");
});
