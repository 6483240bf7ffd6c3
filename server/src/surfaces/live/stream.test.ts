import assert from "node:assert/strict";
import { test } from "node:test";
import { openStream } from "./stream.ts";

const read = (body: NodeJS.ReadableStream) => String(body.read() ?? "");

test("each event is a block of its own, with its position, and what it says is one line", () => {
  const stream = openStream(700);
  stream.send("news", { text: "two\nlines" }, "p1");
  stream.send("beat", {});
  stream.end("restarting", 900);
  assert.equal(
    read(stream.body),
    'retry: 700\n\nevent: news\nid: p1\ndata: {"text":"two\\nlines"}\n\nevent: beat\ndata: {}\n\nevent: bye\nretry: 900\ndata: {"reason":"restarting"}\n\n',
  );
  stream.send("beat", {}); // after the end: nothing, and no error
});

test("a reader that does not read is let go before it takes up memory", async () => {
  const stream = openStream(700);
  const closed = new Promise((resolve) => stream.body.once("close", resolve));
  let sent = 0;
  while (!stream.body.destroyed && sent < 100) {
    stream.send("news", "x".repeat(50_000));
    sent++;
  }
  assert.ok(sent > 10 && sent < 30, `${sent} messages of 50 kB`);
  await closed;
});
