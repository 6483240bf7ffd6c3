import { api, ApiError } from "../../api.ts";
import type { SendSteps } from "./uploads.ts";

const CHUNK_BYTES = 262_144;
const FIRST_PART_BYTES = 1_048_576;
const MAX_PART_BYTES = 8_388_608;
/** Parts get larger or smaller until one takes about as long: then the bar moves, and little is sent again when the line is cut. */
const QUICK_MS = 1_500;
const SLOW_MS = 6_000;
const WAIT_MS = [1_000, 2_000, 5_000, 10_000, 20_000];

/** What an upload of this file for this record is found by, also after the page was loaded again. */
const tagOf = (record: string, file: File) => `${record} ${file.lastModified}`;

/** Brings a large file to the service in parts, from where an earlier try stopped. Without a connection it waits. Answers the file's id. */
export async function sendInParts(file: File, record: string, { signal, onSent, onHeld }: SendSteps): Promise<string> {
  const steadily = <Answer>(ask: () => Promise<Answer>) => untilReached(ask, signal, onHeld);
  let upload = await steadily(() => findOrBegin(file, record, signal));
  const { id } = upload;
  let partBytes = FIRST_PART_BYTES;
  try {
    while (upload.file === null) {
      onSent(upload.offset);
      const { offset } = upload;
      upload = await steadily(async () => {
        const bytes = await file.slice(offset, offset + partBytes).arrayBuffer();
        const started = performance.now();
        // A line that is too slow for the part cuts it off. The next try is smaller, and larger again when it was quick.
        partBytes = smaller(partBytes);
        const next = await sendOrLook(id, offset, bytes, signal);
        partBytes = sizeAfter(bytes.byteLength, performance.now() - started);
        return next;
      });
    }
    onSent(file.size);
    return upload.file;
  } catch (error) {
    // Refused for good, or cancelled here: nobody will go on with it. What is left is removed by the service after a day.
    if (signal.aborted || isFinal(error)) await api.call("files.cancelUpload", { id }).catch(() => undefined);
    throw error;
  }
}

async function findOrBegin(file: File, record: string, signal: AbortSignal) {
  const tag = tagOf(record, file);
  const { items } = await api.call("files.uploads", {}, { signal });
  const known = items.find((one) => one.tag === tag && one.name === file.name && one.size === file.size);
  return known ?? api.call("files.createUpload", { name: file.name, size: file.size, tag, ...typeOf(file) }, { signal });
}

const typeOf = ({ type }: File) => (type === "" ? {} : { type: type.slice(0, 200) });

/** Another tab sends it too, or the answer to this part was lost: the service says how far it is. */
async function sendOrLook(id: string, offset: number, bytes: ArrayBuffer, signal: AbortSignal) {
  try {
    return await api.sendPart(id, offset, bytes, signal);
  } catch (error) {
    if (!(error instanceof ApiError) || (error.code !== "wrong_offset" && !isPassing(error))) throw error;
    const upload = await api.call("files.getUpload", { id }, { signal });
    if (upload.offset === offset) throw error;
    return upload;
  }
}

/** Asks again until the service answers. */
export async function untilReached<Answer>(
  ask: () => Promise<Answer>,
  signal: AbortSignal,
  onHeld: (isHeld: boolean) => void,
): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await ask();
      if (tries > 0) onHeld(false);
      return answer;
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      onHeld(true);
      await waitOrOnline(WAIT_MS[Math.min(tries, WAIT_MS.length - 1)] ?? 0, signal);
    }
  }
}

/** No connection, a node that is being replaced, too many calls, or a line too slow for the part. */
const isPassing = (error: unknown) => error instanceof ApiError && ([0, 408, 429].includes(error.status) || error.status >= 500);
/** Signing in again helps against some refusals. */
const isFinal = (error: unknown) => error instanceof ApiError && !isPassing(error) && ![401, 403].includes(error.status);

const smaller = (bytes: number) => Math.max(bytes / 2, CHUNK_BYTES);

function sizeAfter(bytes: number, tookMs: number): number {
  if (tookMs < QUICK_MS) return Math.min(bytes * 2, MAX_PART_BYTES);
  return tookMs > SLOW_MS ? smaller(bytes) : bytes;
}

function waitOrOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = new AbortController();
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      stop.abort();
      if (signal.aborted) reject(new DOMException("The upload was cancelled.", "AbortError"));
      else resolve();
    }
    window.addEventListener("online", done, { signal: stop.signal });
    signal.addEventListener("abort", done, { signal: stop.signal });
    if (signal.aborted) done();
  });
}
