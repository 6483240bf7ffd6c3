import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { openLine, type Line } from "./line.ts";

// The line is what other tests rely on when they say that a connection was lost.

const echo = createServer((socket) => void socket.on("error", () => undefined).pipe(socket));
let line: Line;
before(async () => {
  echo.listen(0, "127.0.0.1");
  await once(echo, "listening");
  line = await openLine((echo.address() as AddressInfo).port);
});
after(async () => {
  await line.stop();
  echo.close();
});

async function open(): Promise<Socket> {
  const socket = connect(line.port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

const closing = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));

/** What comes back of a text within a time. */
async function answer(socket: Socket, text: string, ms = 300): Promise<string> {
  let got = "";
  const read = (data: Buffer) => (got += data.toString());
  socket.on("data", read);
  socket.write(text);
  for (const until = Date.now() + ms; Date.now() < until && got.length < text.length;) await setTimeout(5);
  socket.off("data", read);
  return got;
}

test("a whole line carries both ways, and a cut one ends at once", async () => {
  const socket = await open();
  assert.equal(await answer(socket, "hello"), "hello");
  const closed = closing(socket);
  line.cut();
  await closed;
  const next = await open();
  assert.equal(await answer(next, "again"), "again");
  next.destroy();
});

test("a silent line carries nothing and stays open, for old and new connections", async () => {
  const socket = await open();
  assert.equal(await answer(socket, "hello"), "hello");
  line.silence();
  assert.equal(await answer(socket, "anybody?"), "");
  const another = await open();
  assert.equal(await answer(another, "anybody?"), "");
  assert.deepEqual([socket.closed, another.closed], [false, false]);
  line.mend();
  const next = await open();
  assert.equal(await answer(next, "here"), "here");
  next.destroy();
});

test("a line that is down takes no connection until it is mended", async () => {
  line.down();
  const refused = connect(line.port, "127.0.0.1");
  refused.on("error", () => undefined);
  await closing(refused);
  assert.equal(line.connections(), 0);
  line.mend();
  const next = await open();
  assert.equal(await answer(next, "up"), "up");
  next.destroy();
});

test("a slow line carries as much as it is told to", async () => {
  const socket = await open();
  line.slow(10_000);
  const started = performance.now();
  assert.equal((await answer(socket, "x".repeat(1_000), 3_000)).length, 1_000);
  assert.ok(performance.now() - started >= 150, "1,000 bytes each way at 10,000 a second");
  line.mend();
  socket.destroy();
});
