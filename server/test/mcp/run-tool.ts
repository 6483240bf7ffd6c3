import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const BIN = join(import.meta.dirname, "../../../node_modules/.bin");

/** Runs one of the protocol's own command-line tools to its end, in a home of its own: some of them leave files there. */
export async function runTool(name: string, words: string[]) {
  const home = mkdtempSync(join(tmpdir(), "kith-mcp-"));
  try {
    const child = spawn(join(BIN, name), words, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, HOME: home }, cwd: home });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    return { out, err, code: code as number | null };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
