import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Person, Service } from "../service.ts";

export const MAIN = join(import.meta.dirname, "../../../packages/cli/src/main.ts");
/** A home of its own: a test must not read or write the key of the person who runs it. */
export const home = mkdtempSync(join(tmpdir(), "kith-cli-"));
// Several test files may share this process: a hook would run after the first of them.
process.once("exit", () => rmSync(home, { recursive: true, force: true }));

export interface Ended {
  stdout: string;
  stderr: string;
  code: number | null;
}

export interface Running {
  env?: Record<string, string>;
  input?: string | Buffer;
  cwd?: string;
}

/** Starts the command line as its own process, with an environment that holds nothing of ours. */
export function startKith(words: string[], { env = {}, cwd = home }: Running = {}) {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  return spawn(process.execPath, ["--conditions=source", MAIN, ...words], {
    cwd,
    env: { PATH, NODE_COMPILE_CACHE, HOME: home, XDG_CONFIG_HOME: join(home, "config"), ...env },
  });
}

export async function runKith(words: string[], running: Running = {}): Promise<Ended> {
  const child = startKith(words, running);
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (part: string) => (stdout += part));
  child.stderr.setEncoding("utf8").on("data", (part: string) => (stderr += part));
  // A process that ends without reading all of its input is no error of the test.
  child.stdin.on("error", () => undefined).end(running.input ?? "");
  const [code] = (await once(child, "close")) as [number | null];
  return { stdout, stderr, code };
}

/** Somebody with a key, and the command line with that key in its environment. */
export async function withKey(service: Service, person?: Person) {
  const ada = person ?? (await service.given.admin());
  const { key } = await ada.key();
  const env = { KITH_URL: service.url, KITH_API_KEY: key };
  const kith = (words: string[], running: Running = {}) => runKith(words, { ...running, env: { ...env, ...running.env } });
  return { ada, key, env, kith };
}

export const linesOf = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Whose key it is, in what whoami printed. */
export const emailIn = (stdout: string) => (JSON.parse(stdout) as { user: { email: string } }).user.email;
