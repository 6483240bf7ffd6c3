// Sends the rows of a file to Kith, then reads what changed there. It may be killed at any moment and started again:
// no row is lost, and none is there twice.
//   KITH_URL=https://kith.example KITH_API_KEY=… node sync-example.mjs rows.json state.json
import { readFile, rename, writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

const ROWS_PER_CALL = 5; // up to 1,000
const TRIES = 8;

const [rowsFile, stateFile] = process.argv.slice(2);
const rows = JSON.parse(await readFile(rowsFile, "utf8"));
const state = await readFile(stateFile, "utf8").then(JSON.parse, () => ({ sent: 0, position: null }));

// Before the first row is sent: whatever happens from here on is read below.
if (!state.position) await remember({ position: (await call("GET", "/changes?after=now")).position });

while (state.sent < rows.length) {
  const part = rows.slice(state.sent, state.sent + ROWS_PER_CALL);
  const body = { match: "email", items: part.map((values) => ({ values })) };
  // The same rows get the same key. If this program dies between the call and the next line, the call is repeated, and Kith
  // answers as before and writes nothing. `match` protects the rows even after the key is forgotten, in 7 days.
  const { results } = await call("POST", "/records/contact/batch", body, `${rowsFile} from ${state.sent}`);
  for (const [at, { status, errors }] of results.entries())
    if (status === "failed") console.error(`row ${state.sent + at}: ${errors[0].message}`);
  await remember({ sent: state.sent + part.length });
}

for (let hasMore = true; hasMore;) {
  const page = await call("GET", `/changes?type=contact&after=${encodeURIComponent(state.position)}`);
  // Handle a page first, then remember its end: after a crash it comes again. Handle each change so that twice is as good as once.
  for (const { id, kind, record } of page.items) console.log([id, kind, record.id, record.title].join("\t"));
  await remember({ position: page.position });
  hasMore = page.has_more;
}

async function call(method, path, body, idempotencyKey) {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${process.env.KITH_URL}/api/v1${path}`, {
      method,
      headers: {
        "x-api-key": process.env.KITH_API_KEY,
        ...(body && { "content-type": "application/json" }),
        ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error) => ({ error }));
    if (response.ok) return response.json();
    const problem = response.error ? undefined : await response.json();
    const mayRetry = response.error || response.status === 429 || response.status >= 500 || problem.code === "idempotency_running";
    if (!mayRetry || attempt === TRIES) throw new Error(problem ? `${problem.code}: ${problem.detail}` : String(response.error));
    await setTimeout(1000 * Number(response.headers?.get("retry-after") ?? 2 ** attempt / 4));
  }
}

/** A file is replaced at once, so that a crash leaves the old state or the new one, never half of it. */
async function remember(news) {
  Object.assign(state, news);
  await writeFile(`${stateFile}.new`, JSON.stringify(state));
  await rename(`${stateFile}.new`, stateFile);
}
