import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { messageId } from "../../features/inbox/ids.ts";
import { safeHtml } from "../../platform/mime/safe-html.ts";
import { giveChannel, giveConversation } from "../../../test/inbox.ts";
import { sharedService, type Person } from "../../../test/service.ts";

const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
const GIF = Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(20)]);
const asked: string[] = [];
const elsewhere = createServer((request, response) => {
  asked.push(request.url ?? "");
  response.setHeader("content-type", "image/gif").end(request.url === "/page" ? "<script>x</script>" : GIF);
});
let base: string;

before(async () => {
  elsewhere.listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
  base = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
after(() => {
  elsewhere.closeAllConnections();
  elsewhere.close();
});

const look = (person: Pick<Person, "cookie">, message: string, url: string, headers: Record<string, string> = {}) =>
  fetch(`${service().url}/app/pictures?message=${message}&url=${encodeURIComponent(url)}`, {
    headers: { cookie: person.cookie, "sec-fetch-site": "same-origin", ...headers },
  });

/** A private mailbox with a mail that names a picture and a page. */
async function given() {
  const ada = await service().given.admin("Ada");
  const max = await service().given.member(ada, "member", "Max");
  const channel = await giveChannel(service(), max, "private");
  const { msg } = await giveConversation(service(), max, { channel });
  const html = safeHtml(`<img src="${base}/p.gif?a=1&amp;b=2"><img src="${base}/page"><img src="http://10.0.0.1/p.gif">`);
  await service().database.query("update messages set html = $2 where id = $1", [messageId.decode(msg), html]);
  return { ada, max, msg };
}

test("a picture of a mail that one sees is loaded by us, and shown as nothing but a picture", async () => {
  const { max, msg } = await given();
  const answer = await look(max, msg, `${base}/p.gif?a=1&b=2`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "image/gif");
  assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  assert.equal(answer.headers.get("content-security-policy"), "default-src 'none'; sandbox");
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), GIF);
});

test("what is no picture, stands in no mail that one sees, or is inside our network is not found", async () => {
  const { ada, max, msg } = await given();
  const stranger = await service().given.admin("Eve");
  const before = asked.length;
  const refused: [Person, string, string, number][] = [
    [max, msg, `${base}/other.gif`, 404],
    [max, msg, "http://10.0.0.1/p.gif", 404],
    [ada, msg, `${base}/p.gif?a=1&b=2`, 404],
    [stranger, msg, `${base}/p.gif?a=1&b=2`, 404],
    [max, "msg_x", `${base}/p.gif?a=1&b=2`, 422],
  ];
  for (const [person, message, url, status] of refused) assert.equal((await look(person, message, url)).status, status, url);
  assert.equal((await look({ cookie: "" }, msg, `${base}/p.gif?a=1&b=2`)).status, 401);
  assert.equal((await look(max, msg, `${base}/p.gif?a=1&b=2`, { "sec-fetch-site": "cross-site" })).status, 403);
  assert.equal(asked.length, before, "nothing was asked for");
  assert.equal((await look(max, msg, `${base}/page`)).status, 404);
});
