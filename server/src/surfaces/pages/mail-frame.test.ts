import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startService } from "../../../test/service.ts";

const service = await startService();
after(service.close);

test("the frame for mails runs nothing, loads nothing from elsewhere, and only our own pages may show it", async () => {
  const answer = await fetch(`${service.url}/app/mail-frame`);
  assert.equal(answer.status, 200);
  const policy = answer.headers.get("content-security-policy") ?? "";
  for (const rule of ["default-src 'none'", "frame-ancestors 'self'", "form-action 'none'", "base-uri 'none'"])
    assert.ok(policy.includes(rule), rule);
  assert.doesNotMatch(policy, /script-src|allow-scripts|https?:/);
  assert.match(policy, /sandbox allow-same-origin allow-popups$/);
  assert.doesNotMatch(await answer.text(), /<script/);
});

test("pages of the application may show frames of their own and no others", async () => {
  const answer = await fetch(`${service.url}/sign-in`);
  assert.match(answer.headers.get("content-security-policy") ?? "", /frame-src 'self';/);
  await answer.text();
});
