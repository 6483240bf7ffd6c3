import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { Client } from "pg";
import { download, giveFile } from "../../../test/give-file.ts";
import { sendPart, type Upload } from "../../../test/large-files.ts";
import { sharedService, TEST_ROLES, type Person } from "../../../test/service.ts";
import { until } from "../../../test/waiting.ts";
import { companyOf } from "../../../test/website-leads.ts";

const MEBIBYTE = 1_048_576;
const CHUNK = 262_144;
const service = sharedService({ env: { QUOTAS: "file_mebibytes=60,unfinished_uploads=5", MAX_FILE_MB: "40" } });

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const send = (person: Person, id: string, offset: number | string, bytes: RequestInit["body"]) =>
  sendPart(service().url, person, id, offset, bytes);
const begin = (person: Person, size: number, more: { name?: string; sha256?: string; tag?: string } = {}) =>
  person.call("files.createUpload", { name: "survey.zip", size, ...more });
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

/** The head of a request with a part, on a line of its own. */
async function startPart({ cookie }: Person, id: string, bytes: number): Promise<Socket> {
  const { hostname, port } = new URL(service().url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const head = [`PATCH /app/uploads/${id}?offset=0 HTTP/1.1`, "host: localhost", `cookie: ${cookie}`, "content-type: a/b"];
  socket.write(`${head.join("\r\n")}\r\ncontent-length: ${bytes}\r\n\r\n`);
  return socket;
}

async function finish(person: Person, id: string, bytes: Buffer, from = 0): Promise<Upload> {
  let upload = await person.call("files.getUpload", { id });
  assert.equal(upload.offset, from);
  while (upload.offset < bytes.length) {
    const answer = await send(person, id, upload.offset, bytes.subarray(upload.offset, upload.offset + 3 * MEBIBYTE));
    assert.equal(answer.status, 200, await answer.clone().text());
    upload = (await answer.json()) as Upload;
  }
  return upload;
}

async function rowsOf(person: Person) {
  const company = await companyOf(service(), person);
  const counts = ["files", "file_chunks", "file_uploads"].map(
    (table) => `(select count(*)::int from ${table} where company_id = $1) as ${table}`,
  );
  const [row] = await service().database.query(`select ${counts.join(", ")}`, [company]);
  return row as { files: number; file_chunks: number; file_uploads: number };
}

test("a file that comes in parts is the same, can be attached, and is read in ranges", async () => {
  const ada = await service().given.admin();
  const bytes = randomBytes(7 * MEBIBYTE + CHUNK + 13);
  const { id, ...begun } = await begin(ada, bytes.length, { sha256: sha256(bytes), tag: "here" });
  assert.deepEqual([begun.offset, begun.file, begun.tag], [0, null, "here"]);
  assert.deepEqual((await ada.call("files.uploads", {})).items, [{ id, ...begun }]);
  const { file, offset } = await finish(ada, id, bytes);
  assert.equal(offset, bytes.length);
  assert.deepEqual((await ada.call("files.uploads", {})).items, []);

  const { record } = await ada.call("records.create", { type: "deal", values: { name: "With a large file" } });
  const { id: attachment } = await ada.call("records.attachFile", { id: record.id, file: file ?? "" });
  const [listed] = (await ada.call("records.files", { id: record.id })).items;
  assert.deepEqual([listed?.name, listed?.size], ["survey.zip", bytes.length]);
  const whole = await download(service(), ada, `${file}?of=${attachment}`);
  assert.equal(whole.headers.get("etag"), `"${sha256(bytes)}"`);
  assert.ok(Buffer.from(await whole.arrayBuffer()).equals(bytes));
  const part = await download(service(), ada, file ?? "", { range: "bytes=7340000-7340199" });
  assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(7_340_000, 7_340_200))], [206, true]);
});

test("with a key it is the same", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const bytes = randomBytes(CHUNK + 1);
  const begun = await service().rest(key, "POST", "/uploads", { name: "a.bin", size: bytes.length });
  assert.equal(begun.status, 201);
  const { id } = (await begun.json()) as Upload;
  const headers = { "x-api-key": key, "content-type": "application/octet-stream" };
  const sent = await fetch(`${service().url}/api/v1/uploads/${id}?offset=0`, { method: "PATCH", headers, body: bytes });
  const { file } = (await sent.json()) as Upload;
  const got = await service().rest(key, "GET", `/files/${file}`);
  assert.equal(sha256(Buffer.from(await got.arrayBuffer())), sha256(bytes));
  assert.equal((await service().rest(key, "DELETE", `/uploads/${id}`)).status, 204);
  assert.equal((await service().rest(key, "GET", `/uploads/${id}`)).status, 404);
  assert.equal((await service().rest(key, "GET", `/files/${file}`)).status, 200, "a finished one is a file by now");
});

test("a wrong place is refused with the right one, and what is left of a chunk is asked for again", async () => {
  const ada = await service().given.admin();
  const bytes = randomBytes(2 * MEBIBYTE);
  const { id } = await begin(ada, bytes.length);
  const answer = await send(ada, id, 0, bytes.subarray(0, CHUNK + 1_000));
  assert.equal(((await answer.json()) as Upload).offset, CHUNK, "whole chunks are kept");
  for (const offset of [0, 1, CHUNK + 1_000, 2 * CHUNK, bytes.length]) {
    const refused = await send(ada, id, offset, bytes.subarray(0, CHUNK));
    const { code, errors } = (await refused.json()) as { code: string; errors: { pointer: string; expected: string }[] };
    assert.deepEqual([refused.status, code, errors[0]?.pointer, errors[0]?.expected], [409, "wrong_offset", "/offset", String(CHUNK)]);
  }
  assert.deepEqual(await codeOf(await send(ada, id, CHUNK, bytes.subarray(0, 10))), [422, "invalid_input"], "less than a chunk");
  for (const offset of ["", "-1", "1e3", "x", "9".repeat(16), "0&offset=0"])
    assert.equal((await send(ada, id, offset, bytes.subarray(0, CHUNK))).status, 422, offset);
  const { file } = await finish(ada, id, bytes, CHUNK);
  assert.equal((await ada.call("files.get", { id: file ?? "" })).sha256, sha256(bytes));
  // The answer to the last part was lost.
  assert.deepEqual(await codeOf(await send(ada, id, CHUNK, bytes.subarray(CHUNK))), [409, "wrong_offset"]);
  assert.equal((await ada.call("files.getUpload", { id })).file, file);
});

test("a part that is cut off keeps what came, and the next goes on behind it", async () => {
  const ada = await service().given.admin();
  const bytes = randomBytes(6 * MEBIBYTE);
  const { id } = await begin(ada, bytes.length);
  const socket = await startPart(ada, id, bytes.length);
  socket.write(bytes.subarray(0, 3 * MEBIBYTE + 77));
  await until(async () => (await ada.call("files.getUpload", { id })).offset === 3 * MEBIBYTE, "three pieces are there");
  socket.destroy();
  const { file } = await finish(ada, id, bytes, 3 * MEBIBYTE);
  assert.equal((await ada.call("files.get", { id: file ?? "" })).sha256, sha256(bytes));
});

test("clients that send slowly hold no connection to the database: others are answered meanwhile", async (t) => {
  const ada = await service().given.admin();
  const { id } = await begin(ada, 8 * MEBIBYTE);
  const sockets = await Promise.all(Array.from({ length: 30 }, () => startPart(ada, id, 8 * MEBIBYTE)));
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  for (const socket of sockets) socket.write(randomBytes(MEBIBYTE + 3));
  await until(async () => (await ada.call("files.getUpload", { id })).offset === MEBIBYTE, "the first piece of one is there");
  const held = "select from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()";
  await until(async () => (await service().database.query(held)).length === 0, "every transaction has ended");
  assert.equal((await ada.call("files.uploads", {})).items.length, 1);
});

test("of several who send the same upload at once, one goes on, and the file is whole", async () => {
  const ada = await service().given.admin();
  const bytes = randomBytes(5 * MEBIBYTE + 5);
  const { id } = await begin(ada, bytes.length);
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(ada, id, 0, bytes)));
  const states = answers.map(({ status }) => status).toSorted((one, next) => one - next);
  assert.deepEqual(states, [200, 409, 409, 409, 409, 409]);
  const { file } = await ada.call("files.getUpload", { id });
  assert.equal((await ada.call("files.get", { id: file ?? "" })).sha256, sha256(bytes));
  assert.equal((await rowsOf(ada)).file_chunks, 21);
});

test("different bytes that are sent at one time are never mixed", async () => {
  const ada = await service().given.admin();
  const all = Array.from({ length: 4 }, () => randomBytes(4 * MEBIBYTE));
  const { id } = await begin(ada, 4 * MEBIBYTE);
  await Promise.all(all.map((bytes) => send(ada, id, 0, bytes)));
  const { file } = await ada.call("files.getUpload", { id });
  assert.ok(all.map(sha256).includes((await ada.call("files.get", { id: file ?? "" })).sha256));
});

test("nobody else reads, adds to or cancels an upload: not a colleague, not an Admin, not another company", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const other = await service().given.admin();
  const { id } = await begin(max, MEBIBYTE);
  for (const person of [ada, other]) {
    assert.equal((await send(person, id, 0, randomBytes(MEBIBYTE))).status, 404);
    assert.equal((await person.post("files.getUpload", { id })).status, 404);
    assert.equal((await person.post("files.cancelUpload", { id })).status, 404);
    assert.deepEqual((await person.call("files.uploads", {})).items, []);
  }
  assert.equal((await max.call("files.getUpload", { id })).offset, 0);
  assert.equal((await sendPart(service().url, { cookie: "" }, id, 0, "x")).status, 401);
  const foreign = { method: "PATCH", headers: { cookie: max.cookie, "sec-fetch-site": "cross-site", "content-type": "a/b" }, body: "x" };
  assert.equal((await fetch(`${service().url}/app/uploads/${id}?offset=0`, foreign)).status, 403);
});

test("bytes with another SHA-256 than was given become no file, and nothing of them stays", async () => {
  const ada = await service().given.admin();
  const { id } = await begin(ada, CHUNK, { sha256: sha256(Buffer.from("other")) });
  assert.deepEqual(await codeOf(await send(ada, id, 0, randomBytes(CHUNK))), [422, "other_bytes"]);
  const worker = await service().app.startWorker();
  await until(async () => (await rowsOf(ada)).files === 0, "the bytes are gone").finally(() => worker.stop());
  assert.deepEqual(await rowsOf(ada), { files: 0, file_chunks: 0, file_uploads: 0 });
});

test("what is too large, empty, or goes beyond its end is refused in words", async () => {
  const ada = await service().given.admin();
  const large = await ada.post("files.createUpload", { name: "a", size: 40 * MEBIBYTE + 1 });
  const { code, detail } = (await large.json()) as { code: string; detail: string };
  assert.deepEqual([large.status, code], [413, "file_too_large"]);
  assert.match(detail, /^The file is larger than 40 MiB\./);
  assert.equal((await ada.post("files.createUpload", { name: "a", size: 0 })).status, 422);
  const { id } = await begin(ada, CHUNK);
  const beyond = await send(ada, id, 0, randomBytes(CHUNK + 1)).catch(() => undefined);
  if (beyond) assert.deepEqual(await codeOf(beyond), [413, "too_many_bytes"]);
  const part = await send(ada, id, 0, Buffer.alloc(8 * MEBIBYTE + 1)).catch(() => undefined);
  if (part) assert.deepEqual(await codeOf(part), [413, "part_too_large"]);
  assert.equal((await ada.call("files.getUpload", { id })).offset, 0);
});

test("uploads that go on count towards the company's room, so that many at once cannot pass it", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const people = [ada, max, ada, max, ada];
  const answers = await Promise.all(people.map((one) => one.post("files.createUpload", { name: "a", size: 20 * MEBIBYTE })));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, next) => one - next),
    [200, 200, 200, 409, 409],
  );
  const refused = answers.find(({ status }) => status === 409)!;
  assert.match(((await refused.json()) as { detail: string }).detail, /^Your company has 60 MiB of files, which is the limit\./);
  const [mine] = (await ada.call("files.uploads", {})).items;
  await ada.call("files.cancelUpload", { id: mine?.id ?? "" });
  const more = await ada.post("files.createUpload", { name: "a", size: 21 * MEBIBYTE });
  assert.match(((await more.json()) as { detail: string }).detail, /^Your company has 40 of 60 MiB of files, and this needs 21\./);
  await begin(ada, 20 * MEBIBYTE);
});

test("a person begins a few uploads and no more; a colleague's are their own", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const answers = await Promise.all(Array.from({ length: 12 }, () => ada.post("files.createUpload", { name: "a", size: 1 })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 5);
  assert.deepEqual(await codeOf(answers.find(({ status }) => status === 409)!), [409, "quota_reached"]);
  await begin(max, 1);
});

test("a content that is here already is not kept twice", async () => {
  const ada = await service().given.admin();
  const bytes = randomBytes(CHUNK * 2);
  const [first, second] = [await begin(ada, bytes.length), await begin(ada, bytes.length)];
  const [one, other] = [await finish(ada, first.id, bytes), await finish(ada, second.id, bytes)];
  assert.equal(one.file, other.file);
  const worker = await service().app.startWorker();
  await until(async () => (await rowsOf(ada)).files === 1, "the second bytes are gone").finally(() => worker.stop());
  assert.deepEqual(await rowsOf(ada), { files: 1, file_chunks: 2, file_uploads: 2 });
});

test("the same content that is finished twice at one time is one file", async () => {
  const ada = await service().given.admin();
  const bytes = randomBytes(CHUNK);
  const begun = await Promise.all(Array.from({ length: 5 }, () => begin(ada, bytes.length)));
  const answers = await Promise.all(begun.map(({ id }) => send(ada, id, 0, bytes)));
  const files = await Promise.all(answers.map(async (one) => ((await one.json()) as Upload).file));
  assert.deepEqual([new Set(files).size, files.includes(null)], [1, false]);
});

test("a cancelled upload is gone with its bytes", async () => {
  const ada = await service().given.admin();
  const { id } = await begin(ada, 39 * MEBIBYTE);
  for (let at = 0; at < 5; at++) await send(ada, id, at * 7 * MEBIBYTE, randomBytes(7 * MEBIBYTE));
  assert.equal((await rowsOf(ada)).file_chunks, 140);
  await ada.call("files.cancelUpload", { id });
  assert.equal((await send(ada, id, 35 * MEBIBYTE, randomBytes(CHUNK))).status, 404);
  const worker = await service().app.startWorker();
  await until(async () => (await rowsOf(ada)).files === 0, "the bytes are gone").finally(() => worker.stop());
  assert.deepEqual(await rowsOf(ada), { files: 0, file_chunks: 0, file_uploads: 0 });
});

test("an upload that gets no bytes for a day is removed with them; one that goes on stays, also after hours", async () => {
  const ada = await service().given.admin();
  const [stopped, going] = [await begin(ada, 3 * MEBIBYTE), await begin(ada, 3 * MEBIBYTE)];
  for (const { id } of [stopped, going]) await send(ada, id, 0, randomBytes(MEBIBYTE));
  const done = await begin(ada, 9);
  await finish(ada, done.id, randomBytes(9));
  const { query } = service().database;
  const company = await companyOf(service(), ada);
  await query("update files set created_at = now() - interval '30 hours' where company_id = $1", [company]);
  await query("update file_uses set created_at = now() - interval '30 hours' where company_id = $1", [company]);
  await query(
    `update file_uploads set active_at = now() - (case when received = 1048576 and id = (select min(id::text)::uuid from file_uploads where company_id = $1
      and finished_at is null) or finished_at is not null then interval '25 hours' else interval '23 hours' end) where company_id = $1`,
    [company],
  );
  await service().app.housekeep();
  assert.deepEqual(await rowsOf(ada), { files: 1, file_chunks: 4, file_uploads: 1 });
  const [left] = (await ada.call("files.uploads", {})).items;
  assert.equal(left?.offset, MEBIBYTE);
});

test("bytes of a file that is shown cannot be deleted by the application's role, only those of an upload", async () => {
  const ada = await service().given.admin();
  await giveFile(service(), ada, "shown");
  const { id } = await begin(ada, 2 * CHUNK);
  await send(ada, id, 0, randomBytes(CHUNK));
  const company = await companyOf(service(), ada);
  const client = new Client({ connectionString: service().database.superuserUrl });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(`set local role ${TEST_ROLES.app}`);
    await client.query("select set_config('app.company_id', $1, true)", [company]);
    const { rowCount } = await client.query("delete from file_chunks");
    assert.equal(rowCount, 1);
  } finally {
    await client.end();
  }
});
