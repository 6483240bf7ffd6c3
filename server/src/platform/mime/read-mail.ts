import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "../../kernel/errors.ts";
import { MAX_MAIL_BYTES, MAX_NESTING } from "./limits.ts";
import type { ReadMail } from "./read-mail-types.ts";

const LIMIT_MS = 10_000;
const MAX_WAIT_MS = 60_000;
const IDLE_MS = 60_000;
/** Two, so that a mail which holds one thread for ten seconds does not hold the mails of everybody else. */
const MAX_THREADS = 2;
const MAX_THREAD_MB = 256;

/** A mail that cannot be read. The sentence is for the people whose mail it is. */
const unreadable = (message: string, cause?: unknown) => new AppError(422, "unreadable_mail", message, { cause });

interface Job {
  bytes: Buffer;
  done: (mail: ReadMail) => void;
  failed: (error: unknown) => void;
}

interface Thread {
  worker: Worker;
  job: Job | null;
  timer: NodeJS.Timeout | null;
}

const waiting: Job[] = [];
const threads = new Set<Thread>();

/**
 * Reads a mail in a thread of its own. A mail is never allowed to hold the caller: it has ten seconds and a bounded memory, then its thread
 * is ended and replaced, and the error says why.
 */
export async function readMail(bytes: Buffer): Promise<ReadMail> {
  if (bytes.length > MAX_MAIL_BYTES)
    throw unreadable(`The email is ${megabytes(bytes.length)} MiB. An email may have ${megabytes(MAX_MAIL_BYTES)} MiB.`);
  return new Promise((done, failed) => {
    waiting.push({ bytes, done, failed });
    next();
  });
}

/** Ends the threads, for tests and for a service that stops. A later mail starts them again. */
export async function stopReading(): Promise<void> {
  await Promise.all(Array.from(threads, (thread) => end(thread)));
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);

function next(): void {
  while (waiting.length > 0) {
    const thread = [...threads].find(({ job }) => job === null) ?? (threads.size < MAX_THREADS ? start() : null);
    const job = thread && waiting.shift();
    if (!thread || !job) return;
    give(thread, job);
  }
}

function give(thread: Thread, job: Job): void {
  thread.job = job;
  thread.worker.ref();
  limit(thread, performance.now() + MAX_WAIT_MS);
  // A copy of its own moves to the thread: the caller's buffer may be a part of a larger one, and stays usable.
  const copy = new Uint8Array(job.bytes);
  thread.worker.postMessage(copy, [copy.buffer]);
}

/** Ten seconds of work. On a machine that is too busy to do that much in ten seconds the thread has longer, up to a minute. */
function limit(thread: Thread, until: number): void {
  const before = process.cpuUsage();
  restartTimer(thread, LIMIT_MS, () => {
    const { user, system } = process.cpuUsage(before);
    const hadItsTime = (user + system) / 1_000 > LIMIT_MS / 2;
    if (hadItsTime || performance.now() > until) fail(thread, unreadable("The email takes too long to read."));
    else limit(thread, until);
  });
}

function start(): Thread {
  // Beside this file, as a source, compiled, or in the bundle.
  const file = new URL(`./parse-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MB } });
  const thread: Thread = { worker, job: null, timer: null };
  threads.add(thread);
  worker.on("message", (answer: { mail: ReadMail } | { problem: string }) => answered(thread, answer));
  worker.on("error", (error) => fail(thread, unreadable("The email could not be read: it needs too much memory.", error)));
  worker.on("exit", () => fail(thread, unreadable("The email could not be read.")));
  return thread;
}

function answered(thread: Thread, answer: { mail: ReadMail } | { problem: string }): void {
  const job = thread.job;
  thread.job = null;
  thread.worker.unref();
  restartTimer(thread, IDLE_MS, () => void end(thread));
  if ("mail" in answer) job?.done(withBuffers(answer.mail));
  else job?.failed(unreadable(sentenceOf(answer.problem)));
  next();
}

/** The thread's answer holds plain arrays of bytes. */
const withBuffers = (mail: ReadMail): ReadMail => ({
  ...mail,
  files: mail.files.map((file) => ({ ...file, bytes: Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength) })),
});

const sentenceOf = (problem: string) =>
  /nesting/i.test(problem)
    ? `The email could not be read: its parts are nested deeper than ${MAX_NESTING} levels.`
    : /headers? size/i.test(problem)
      ? "The email could not be read: its headers are too large."
      : "The email could not be read: it does not follow the format of emails.";

function fail(thread: Thread, error: unknown): void {
  const job = thread.job;
  thread.job = null;
  void end(thread);
  job?.failed(error);
  next();
}

async function end(thread: Thread): Promise<void> {
  if (thread.timer) clearTimeout(thread.timer);
  threads.delete(thread);
  await thread.worker.terminate();
}

function restartTimer(thread: Thread, ms: number, then: () => void): void {
  if (thread.timer) clearTimeout(thread.timer);
  thread.timer = setTimeout(then, ms).unref();
}
