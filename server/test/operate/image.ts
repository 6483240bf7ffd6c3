import assert from "node:assert/strict";
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";

export const ROOT = join(import.meta.dirname, "../../..");

export interface Image {
  folder: string;
  /** What the container starts, and with what if nothing else is said. */
  entrypoint: string[];
  command: string[];
  env: Record<string, string>;
  user: string;
  labels: string;
}

/** What the last stage of the Dockerfile holds, without a container engine: its copies from the build, in a folder that nobody may write to. */
export function assembleImage(t: TestContext): Image {
  const lines = readFileSync(join(ROOT, "Dockerfile"), "utf8").replaceAll(/\\\n\s*/g, "");
  const stage = lines.split(/^FROM /m).at(-1) ?? "";
  const folder = mkdtempSync(join(tmpdir(), "kith-image-"));
  t.after(() => {
    setWritable(folder, true);
    rmSync(folder, { recursive: true });
  });
  for (const [, from = "", to = ""] of stage.matchAll(/^COPY --from=build \/kith\/(\S+) (\S+)$/gm)) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(join(ROOT, from), join(folder, to), { recursive: true });
  }
  setWritable(folder, false);
  const wordsOf = (name: string) => new RegExp(`^${name} (.*)$`, "m").exec(stage)?.[1] ?? "";
  return {
    folder,
    entrypoint: JSON.parse(wordsOf("ENTRYPOINT")) as string[],
    command: JSON.parse(wordsOf("CMD")) as string[],
    env: Object.fromEntries(
      wordsOf("ENV")
        .split(" ")
        .map((one) => one.split("=") as [string, string]),
    ),
    user: wordsOf("USER"),
    labels: wordsOf("LABEL"),
  };
}

/** As a read-only root: the owner may not write either, and another user may read. */
function setWritable(path: string, isWritable: boolean): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  const isFolder = stat.isDirectory();
  chmodSync(path, (isFolder || (stat.mode & 0o100) !== 0 ? 0o555 : 0o444) | (isWritable ? 0o200 : 0));
  if (isFolder) for (const name of readdirSync(path)) setWritable(join(path, name), isWritable);
}

export function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files.reduce((sum, file) => sum + lstatSync(join(file.parentPath, file.name)).size, 0);
}

/** Started as the container is, by the user of the image. Only root may start something as somebody else. */
export function accountOf({ user }: Image): { uid?: number; gid?: number } {
  const [uid, gid] = user.split(":").map(Number);
  assert.ok(uid && gid, `the image's user is a number: ${user}`);
  return process.getuid?.() === 0 ? { uid, gid } : {};
}
