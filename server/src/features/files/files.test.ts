import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { download, giveFile, upload } from "../../../test/give-file.ts";
import { sharedService, type Person } from "../../../test/service.ts";
import { companyOf } from "../../../test/website-leads.ts";
import { newId } from "../../platform/random.ts";
import { showId } from "../../platform/ids.ts";
import { MAX_UPLOAD_BYTES, startUpload, addBytes } from "./operations.ts";
import { asSystem } from "../../platform/as-system.ts";
import { until } from "../../../test/waiting.ts";

const service = sharedService({ env: { QUOTAS: "file_mebibytes=60" } });

interface Answered {
  id: string;
  name: string;
  type: string;
  size: number;
  sha256: string;
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** How many rows a person's company has. */
async function rowsOf(person: Person) {
  const company = await companyOf(service(), person);
  const counts = ["files", "file_chunks", "file_uses"].map(
    (table) => `(select count(*)::int from ${table} where company_id = $1) as ${table}`,
  );
  const [row] = await service().database.query(`select ${counts.join(", ")}`, [company]);
  return row as { files: number; file_chunks: number; file_uses: number };
}

test("a file comes back byte for byte, in the web application and with a key", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const content = randomBytes(3 * 1_048_576 + 262_144 + 17);
  const byKey = await fetch(`${service().url}/api/v1/files?name=offer.pdf`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/pdf" },
    body: content,
  });
  assert.equal(byKey.status, 201, await byKey.clone().text());
  const file = (await byKey.json()) as Answered;
  assert.deepEqual(
    [file.name, file.type, file.size, file.sha256],
    ["offer.pdf", "application/pdf", content.length, createHash("sha256").update(content).digest("hex")],
  );
  assert.deepEqual(await rowsOf(ada), { files: 1, file_chunks: 14, file_uses: 1 });

  const web = await download(service(), ada, file.id);
  const rest = await service().rest(key, "GET", `/files/${file.id}`);
  for (const answer of [web, rest]) {
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-length"), String(content.length));
    assert.equal(answer.headers.get("etag"), `"${file.sha256}"`);
    assert.ok((await bytesOf(answer)).equals(content));
  }
  const known = await download(service(), ada, file.id, { "if-none-match": `"${file.sha256}"` });
  assert.deepEqual([known.status, await known.text()], [304, ""]);
  assert.equal((await ada.call("files.get", { id: file.id })).size, content.length);
});

test("the same bytes are kept once in a company, under each uploader's name; another company has its own", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const other = await service().given.admin();
  const content = randomBytes(300_000);
  const answers: Answered[] = [];
  for (const [person, name] of [
    [ada, "a.txt"],
    [max, "b.txt"],
    [other, "c.txt"],
  ] as const)
    answers.push((await (await upload(service(), person, content, { name })).json()) as Answered);
  const [hers, his, theirs] = answers;
  assert.equal(hers?.id, his?.id);
  assert.notEqual(hers?.id, theirs?.id);
  assert.deepEqual(await rowsOf(ada), { files: 1, file_chunks: 2, file_uses: 2 });
  assert.deepEqual(await rowsOf(other), { files: 1, file_chunks: 2, file_uses: 1 });
  assert.match((await download(service(), max, his?.id ?? "")).headers.get("content-disposition") ?? "", /b\.txt/);

  const foreign = await download(service(), ada, theirs?.id ?? "");
  const random = await download(service(), ada, showId("fil", newId()));
  const bodies = await Promise.all([foreign, random].map(async (one) => (await one.text()).replaceAll(/"request_id":"[^"]*"/g, "")));
  assert.deepEqual([foreign.status, random.status], [404, 404]);
  assert.equal(bodies[0], bodies[1]);
});

test("many uploads of the same bytes at one time are one file", async () => {
  const ada = await service().given.admin();
  const content = randomBytes(1_200_000);
  const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => upload(service(), ada, content, { name: `${at}.bin` })));
  const ids = await Promise.all(answers.map(async (one) => ((await one.json()) as Answered).id));
  assert.equal(new Set(ids).size, 1, JSON.stringify(answers.map(({ status }) => status)));
  assert.deepEqual(await rowsOf(ada), { files: 1, file_chunks: 5, file_uses: 1 });
});

test("a part of a file is sent as it is asked for, and a part behind its end is refused", async () => {
  const ada = await service().given.admin();
  const content = randomBytes(600_000);
  const { id, sha256 } = (await (await upload(service(), ada, content)).json()) as Answered;
  const cases: [range: string, from: number, to: number][] = [
    ["bytes=0-0", 0, 1],
    ["bytes=262143-262144", 262_143, 262_145],
    ["bytes=100000-599999", 100_000, 600_000],
    ["bytes=599999-", 599_999, 600_000],
    ["bytes=500000-9999999", 500_000, 600_000],
    ["bytes=-7", 599_993, 600_000],
    ["bytes=-9999999", 0, 600_000],
  ];
  for (const [range, from, to] of cases) {
    const answer = await download(service(), ada, id, { range, "if-range": `"${sha256}"` });
    assert.equal(answer.status, 206, range);
    assert.equal(answer.headers.get("content-range"), `bytes ${from}-${to - 1}/600000`);
    assert.ok((await bytesOf(answer)).equals(content.subarray(from, to)), range);
  }
  for (const range of ["bytes=600000-", "bytes=-0"]) {
    const answer = await download(service(), ada, id, { range });
    assert.deepEqual([answer.status, answer.headers.get("content-range")], [416, "bytes */600000"], range);
    await answer.text();
  }
  for (const headers of [
    { range: "bytes=5-2" },
    { range: "bytes=0-1,4-5" },
    { range: "lines=1-2" },
    { range: "bytes=0-1", "if-range": '"older"' },
  ]) {
    const answer = await download(service(), ada, id, headers as unknown as Record<string, string>);
    assert.equal(answer.status, 200, JSON.stringify(headers));
    assert.equal((await bytesOf(answer)).length, 600_000);
  }
});

test("an upload that is cut off leaves nothing", async () => {
  const ada = await service().given.admin();
  const { hostname, port } = new URL(service().url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(`POST /app/files?name=cut.bin HTTP/1.1\r\nhost: localhost\r\ncookie: ${ada.cookie}\r\ncontent-length: 9000000\r\n\r\n`);
  socket.write(randomBytes(3_000_000));
  await until(async () => (await rowsOf(ada)).file_chunks >= 4, "four chunks are there");
  socket.destroy();
  await until(async () => (await rowsOf(ada)).files === 0, "the file is gone");
  assert.deepEqual(await rowsOf(ada), { files: 0, file_chunks: 0, file_uses: 0 });
});

test("an upload whose process died is removed with its bytes, and one that goes on is not", async () => {
  const ada = await service().given.admin();
  const call = asSystem(service().app.execute, await companyOf(service(), ada));
  const [died, going] = [await call(startUpload, { user: ada.userId }), await call(startUpload, { user: ada.userId })];
  for (const { id } of [died, going]) await call(addBytes, { id, first_chunk: 0, bytes: randomBytes(600_000) });
  await service().database.query(
    "update files set created_at = now() - interval '61 minutes' where company_id = $1 and id = (select min(id::text)::uuid from files where company_id = $1)",
    [await companyOf(service(), ada)],
  );
  await service().app.housekeep();
  assert.deepEqual(await rowsOf(ada), { files: 1, file_chunks: 3, file_uses: 0 });
});

test("only its uploader can read an upload, for a day; then it is gone", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const id = await giveFile(service(), max);
  assert.equal((await download(service(), ada, id)).status, 404, "an Admin neither");
  assert.equal((await download(service(), max, id)).status, 200);
  const company = await companyOf(service(), ada);
  await service().database.query("update file_uses set created_at = now() - interval '25 hours' where company_id = $1", [company]);
  await service().database.query("update files set created_at = now() - interval '25 hours' where company_id = $1", [company]);
  await service().app.housekeep();
  assert.equal((await download(service(), max, id)).status, 404);
  assert.deepEqual(await rowsOf(ada), { files: 0, file_chunks: 0, file_uses: 0 });
});

test("a file that is too large or empty is refused, and leaves nothing", async () => {
  const ada = await service().given.admin();
  const announced = await upload(service(), ada, Buffer.alloc(MAX_UPLOAD_BYTES + 1)).catch(() => undefined);
  // The connection may be closed before the client has written all of it.
  if (announced) assert.equal(announced.status, 413);
  const streamed = await upload(service(), ada, streamOf(MAX_UPLOAD_BYTES + 1)).catch(() => undefined);
  if (streamed) assert.equal(streamed.status, 413);
  const empty = await upload(service(), ada, "");
  assert.equal(empty.status, 422);
  await until(async () => (await rowsOf(ada)).files === 0, "the file is gone");
  assert.equal((await upload(service(), ada, streamOf(MAX_UPLOAD_BYTES))).status, 201, "25 MiB is not too large");
});

test("a page, a script or a picture with scripts is only ever saved, whatever it is called", async () => {
  const ada = await service().given.admin();
  const hostile: [name: string, type: string, saved: string][] = [
    ["page.html", "text/html", "page.html"],
    ["picture.svg", "image/svg+xml", "picture.svg"],
    ["feed.xml", "application/xml; charset=utf-8", "feed.xml"],
    ["../../etc/passwd", "text/javascript", "passwd"],
    ["C:\\Windows\\evil.exe", "x/y; set-cookie=a", "evil.exe"],
    ["exe\u202Egpj.pdf", "application/pdfe", "exegpj.pdf"],
    ['a"; filename="b.html', "text/html", "a_; filename=_b.html"],
    ["\r\nset-cookie: a=b", "text/html", "set-cookie_ a=b"],
    ["Ünïcode – Datei.html", "text/html", "Ünïcode – Datei.html"],
    ["....", "text/html", "file"],
    [`${"x".repeat(400)}.html`, "text/html", `${"x".repeat(195)}.html`],
  ];
  for (const [name, type, saved] of hostile) {
    const content = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(${Math.random()})</script></svg>`;
    const { id } = (await (await upload(service(), ada, content, { name, type })).json()) as Answered;
    // As an address that somebody opens directly.
    const answer = await download(service(), ada, id, { "sec-fetch-site": "none", "sec-fetch-dest": "document" });
    const { headers } = answer;
    assert.equal(answer.status, 200, name);
    assert.equal(headers.get("content-type"), "application/octet-stream", name);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("content-security-policy"), "default-src 'none'; sandbox");
    assert.equal(headers.get("set-cookie"), null);
    const [, plain = "", exact = ""] =
      /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([\w.%~!$&+^`|-]+)$/.exec(headers.get("content-disposition") ?? "") ?? [];
    assert.equal(decodeURIComponent(exact), saved, headers.get("content-disposition") ?? "");
    assert.match(plain, /^[\x20-\x7e]+$/);
    assert.equal(await answer.text(), content);
  }
});

test("nobody reads or writes files without signing in, or from a page of another site", async () => {
  const ada = await service().given.admin();
  const id = await giveFile(service(), ada);
  assert.equal((await fetch(`${service().url}/app/files/${id}`)).status, 401);
  assert.equal((await fetch(`${service().url}/api/v1/files/${id}`)).status, 401);
  assert.equal((await fetch(`${service().url}/app/files`, { method: "POST", body: "x" })).status, 401);
  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
  ] as Record<string, string>[]) {
    assert.equal((await download(service(), ada, id, headers)).status, 403);
    const sent = { method: "POST", headers: { cookie: ada.cookie, ...headers }, body: "x" };
    assert.equal((await fetch(`${service().url}/app/files`, sent)).status, 403);
  }
});

test("a company has a quota of bytes for uploads, and its neighbour does not notice", async () => {
  const ada = await service().given.admin();
  const company = await companyOf(service(), ada);
  await service().database.query(
    "insert into files (company_id, id, sha256, size) select $1, gen_random_uuid(), sha256(n::text::bytea), 31457280 from generate_series(1, 2) n",
    [company],
  );
  const refused = await upload(service(), ada, "one more");
  const { code, detail } = (await refused.json()) as { code: string; detail: string };
  assert.deepEqual([refused.status, code], [409, "quota_reached"]);
  assert.match(detail, /^Your company has 60 MiB of files, which is the limit\./);
  assert.equal((await upload(service(), await service().given.admin(), "theirs")).status, 201);
});

/** A body of random bytes that is never in memory as a whole. */
function streamOf(size: number): ReadableStream<Uint8Array> {
  let left = size;
  return new ReadableStream({
    pull(controller) {
      const part = randomBytes(Math.min(65_536, left));
      left -= part.length;
      controller.enqueue(part);
      if (left === 0) controller.close();
    },
  });
}
