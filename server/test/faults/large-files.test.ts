import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../../scripts/postgres.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { largeContent, sendPart, type Upload } from "../large-files.ts";
import { sharedService, type Person } from "../service.ts";

const MEBIBYTE = 1_048_576;
const PART = 8 * MEBIBYTE;
// The short form has as many kills and checks, on fewer bytes.
const SIZE = (process.env["FAULTS"] === "full" ? 1_024 : 64) * MEBIBYTE + 12_345;
const WARM_UP = 128 * MEBIBYTE;
const MAX_GROWTH_MIB = 50;
/** Another person's calls meanwhile, from one to the next. */
const PAUSE_MS = 100;
const MAIN = join(import.meta.dirname, "../../src/main.ts");

const service = sharedService();
const running = new Set<ChildProcess>();
test.after(() => running.forEach((child) => child.kill("SIGKILL")));

test(
  "a large file goes up and down through two nodes, one killed in each direction, and no node holds it",
  { timeout: 1_200_000 },
  async (t) => {
    const ada = await service().given.admin();
    const content = largeContent(SIZE);
    const sha256 = content.sha256();
    const [first, second] = await Promise.all([startNode(), startNode()]);
    const nodes = [first, second];
    const { record } = await ada.call("records.create", { type: "deal", values: { name: "A large file" } });
    const others = callMeanwhile(second.url, await service().given.admin());
    await warmUp(nodes, ada);
    const growth = watchGrowth(nodes);

    const started = performance.now();
    const { id } = await ada.call("files.createUpload", { name: "large.bin", size: SIZE, sha256 });
    const upload = await bringUp(ada, id, content, nodes);
    const upMs = performance.now() - started;
    assert.equal(upload.offset, SIZE);
    const grownUp = growth.most();
    const { id: attachment } = await ada.call("records.attachFile", { id: record.id, file: upload.file ?? "" });

    nodes[0] = await startNode();
    await warmUp(nodes, ada);
    growth.follow(nodes);
    const from = performance.now();
    assert.equal(await bringDown(ada, `${upload.file}?of=${attachment}`, nodes), sha256, "the same bytes");
    const downMs = performance.now() - from;

    const [most, calls] = [growth.stop(), await others.stop()];
    const speed = (ms: number) => `${Math.round(SIZE / 1_000 / ms)} MB/s`;
    t.diagnostic(
      `${Math.round(SIZE / MEBIBYTE)} MiB up at ${speed(upMs)}, down at ${speed(downMs)}; a node grew by at most ${grownUp.toFixed(1)} MiB, and by ${most.toFixed(1)} MiB to the end`,
    );
    t.diagnostic(
      `${calls.count} calls of another company meanwhile, the slowest ${Math.round(calls.slowestMs)} ms, ${calls.failed} failed`,
    );
    assert.ok(most < MAX_GROWTH_MIB, `a node grew by ${Math.round(most)} MiB`);
    assert.equal(calls.failed, 0);
    assert.ok(calls.count > 3);
  },
);

interface Node {
  url: string;
  child: ChildProcess;
}

async function startNode(): Promise<Node> {
  const port = await freePort();
  const env = {
    ...process.env,
    DATABASE_URL: service().database.url,
    BASE_URL: "http://localhost",
    KITH_SECRET: TEST_SECRET,
    HOST: "127.0.0.1",
    PORT: String(port),
    LOG_LEVEL: "error",
    SESSION_RATE_10S: "100000",
    SESSION_RATE_MINUTE: "1000000",
  };
  const child = spawn(process.execPath, ["--conditions=source", MAIN, "http"], { stdio: ["ignore", "ignore", "inherit"], env });
  running.add(child);
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error("a node did not start");
    await setTimeout(100);
  }
  return { url, child };
}

async function kill({ child }: Node): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  running.delete(child);
}

/**
 * As a node that has worked: its code is loaded, and its garbage is at the size at which it is collected. What it grows by from here on would be the file.
 */
async function warmUp(nodes: Node[], person: Person): Promise<void> {
  await Promise.all(
    nodes.map(async ({ url }) => {
      const content = largeContent(WARM_UP);
      const { id } = await person.call("files.createUpload", { name: "warm.bin", size: content.size });
      let upload = await send(url, person, id, content, 0);
      while (upload.file === null) upload = await send(url, person, id, content, upload.offset);
      const answer = await fetch(`${url}/app/files/${upload.file}`, { headers: { cookie: person.cookie } });
      for await (const _part of answer.body ?? []);
    }),
  );
}

async function send(url: string, person: Person, id: string, content: ReturnType<typeof largeContent>, offset: number): Promise<Upload> {
  const answer = await sendPart(url, person, id, offset, content.part(offset, Math.min(content.size, offset + PART)));
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Upload;
}

/** As the web application does: parts to whichever node answers, and after a failure on from where the service says. The first node dies midway. */
async function bringUp(person: Person, id: string, content: ReturnType<typeof largeContent>, nodes: Node[]): Promise<Upload> {
  let upload: Upload | undefined;
  let isKilled = false;
  let failures = 0;
  for (let turn = 0; (upload?.offset ?? 0) < content.size; turn++) {
    const node = nodes[isKilled ? 1 : turn % 2]!;
    const offset = upload?.offset ?? 0;
    const sending = send(node.url, person, id, content, offset).catch(() => undefined);
    if (!isKilled && offset > content.size / 2 && node === nodes[0]) {
      isKilled = true;
      // In the middle of a part: some of its pieces are kept.
      while ((await person.call("files.getUpload", { id })).offset === offset) await setTimeout(2);
      await kill(node);
    }
    const sent = await sending;
    if (!sent) failures++;
    upload = sent ?? (await person.call("files.getUpload", { id }));
    assert.ok(failures <= 2, "only the killed node failed");
  }
  assert.ok(isKilled, "a node was killed in the middle");
  if (!upload) throw new Error("nothing was sent");
  return upload;
}

/** Downloads, and after the node is killed in the middle goes on at the other with a range. Answers the hash. */
async function bringDown(person: Person, address: string, nodes: Node[]): Promise<string> {
  const hash = createHash("sha256");
  let size = 0;
  let etag = "";
  let cut = 0;
  for (const [at, node] of nodes.entries()) {
    const range: Record<string, string> = size === 0 ? {} : { range: `bytes=${size}-`, "if-range": etag };
    const answer = await fetch(`${node.url}/app/files/${address}`, { headers: { cookie: person.cookie, ...range } });
    assert.equal(answer.status, size === 0 ? 200 : 206);
    etag = answer.headers.get("etag") ?? "";
    try {
      for await (const part of answer.body ?? []) {
        hash.update(part);
        size += part.length;
        if (at === 0 && size > SIZE / 2 && cut === 0) {
          cut = size;
          await kill(node);
        }
      }
    } catch {
      continue;
    }
  }
  assert.ok(cut > 0 && cut < SIZE, "the node was killed in the middle");
  assert.equal(size, SIZE);
  return hash.digest("hex");
}

/** How much the memory of any of these nodes grew, in MiB. */
function watchGrowth(nodes: Node[]) {
  const before = new Map<Node, number>();
  let most = 0;
  let watched: Node[] = [];
  const follow = (next: Node[]) => {
    watched = [...next];
    for (const node of watched) if (!before.has(node)) before.set(node, residentMiB(node));
  };
  follow(nodes);
  const timer = setInterval(() => {
    for (const node of watched) {
      const now = residentMiB(node);
      if (now > 0) most = Math.max(most, now - (before.get(node) ?? now));
    }
  }, 100);
  return {
    follow,
    most: () => most,
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

/** 0: it is gone. */
function residentMiB({ child }: Node): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Somebody else works on the node that stays. */
function callMeanwhile(url: string, person: Person) {
  const stop = new AbortController();
  const calls = { count: 0, failed: 0, slowestMs: 0 };
  const loop = async () => {
    while (!stop.signal.aborted) {
      const from = performance.now();
      const headers = { cookie: person.cookie, "content-type": "application/json" };
      const answer = await fetch(`${url}/app/call/records.list`, { method: "POST", headers, body: JSON.stringify({ type: "deal" }) });
      await answer.text();
      calls.count++;
      if (!answer.ok) calls.failed++;
      calls.slowestMs = Math.max(calls.slowestMs, performance.now() - from);
      await setTimeout(PAUSE_MS);
    }
  };
  const ended = loop();
  return {
    async stop() {
      stop.abort();
      await ended;
      return calls;
    },
  };
}
