import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { legacy, messagesIn, modern } from "./messages.ts";

const service = sharedService();
const JSON_FIRST = "application/json, text/event-stream";
const STREAM_FIRST = "text/event-stream, application/json";

// Each pair sends the same request twice: once as it is, answered by the prepared list, and once with a parameter that a list
// ignores, answered by the SDK.
const PAIRS = {
  "2025-11-25": [legacy("tools/list"), legacy("tools/list", {})],
  "2026-07-28": [modern("tools/list"), modern("tools/list", {}, { sampling: {} })],
} as const;

for (const role of ["admin", "member"] as const) {
  for (const [generation, [plain, unusual]] of Object.entries(PAIRS)) {
    for (const accept of [JSON_FIRST, STREAM_FIRST]) {
      test(`the prepared list is the SDK's own: ${role}, ${generation}, ${accept.split(",")[0]}`, async () => {
        const ada = await service().given.admin();
        const { key } = await (role === "admin" ? ada : await service().given.member(ada)).key();
        const ours = await service().mcp(key, plain.body, { ...plain.headers, accept });
        const theirs = await service().mcp(key, unusual.body, { ...unusual.headers, accept });

        assert.ok(ours.headers.has("content-length"), "prepared, so its length is known");
        assert.ok(!theirs.headers.has("content-length"), "streamed through from the SDK");
        const kind = (response: Response) => response.headers.get("content-type")?.split(";")[0];
        assert.deepEqual([ours.status, kind(ours)], [theirs.status, kind(theirs)]);

        const [text, answer] = [await ours.clone().text(), await messagesIn(theirs)];
        assert.deepEqual(await messagesIn(ours), answer);
        assert.ok(text.includes(`"result":${JSON.stringify(answer[0]?.["result"])}`), "byte for byte, in the same order");
      });
    }
  }
}

test("the prepared list answers with the id of the request, whatever it is", async () => {
  const { key } = await (await service().given.admin()).key();

  for (const id of [0, -1, "one", 'a "quoted" id', "é\u2028"]) {
    const [answer] = await messagesIn(await service().mcp(key, { ...legacy("tools/list").body, id }));
    assert.equal(answer?.["id"], id);
  }
});
