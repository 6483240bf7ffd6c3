import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(js|css|svg)$/;
const packers = [
  { ending: ".br", pack: promisify(brotliCompress) },
  { ending: ".gz", pack: promisify(gzip) },
];

/** Writes .br and .gz beside each asset once, so that the server never compresses the same bytes twice. */
export function compressed(): Plugin {
  let folder = "";
  return {
    name: "kith-compressed",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir, config.build.assetsDir);
    },
    async closeBundle() {
      const names = (await readdir(folder)).filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(names.map((name) => compress(join(folder, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  await Promise.all(packers.map(async ({ ending, pack }) => writeFile(path + ending, await pack(bytes))));
}
