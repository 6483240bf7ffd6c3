import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the whole project. This file runs as a source, compiled, or as a part of the bundle: each lies elsewhere. */
export const ROOT = rootAbove(import.meta.dirname);

function rootAbove(folder: string): string {
  if (existsSync(join(folder, "server/migrations"))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error(`no folder above ${import.meta.dirname} holds server/migrations`);
  return rootAbove(above);
}
