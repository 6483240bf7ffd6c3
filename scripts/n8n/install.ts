import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const VERSION = "2.41.1";
/** What it asks for in versions that are not everywhere to be had. */
const OVERRIDES = {
  linkedom: "0.18.12",
  "@aws-sdk/client-s3": "3.1164.0",
  "@langchain/langgraph": "1.4.18",
  "@langchain/langgraph-checkpoint": "1.1.5",
  "@langchain/langgraph-sdk": "1.12.0",
  "@langchain/protocol": "0.0.19",
};
const FOLDER = process.env["N8N_FOLDER"] ?? join(tmpdir(), `kith-n8n-${VERSION}`);
export const PROGRAM = join(FOLDER, "node_modules/n8n/bin/n8n");
export const PACKAGE = join(import.meta.dirname, "../../packages/n8n-nodes-kith");
/** Where n8n looks for community nodes, and its settings. */
export const HOME = join(FOLDER, "home");

/** Without scripts: its own store, which is compiled, is not used. */
export async function installN8n(): Promise<void> {
  if (existsSync(PROGRAM) && existsSync(join(FOLDER, "installed"))) return;
  mkdirSync(FOLDER, { recursive: true });
  const manifest = { name: "n8n-for-tests", private: true, dependencies: { n8n: VERSION }, overrides: OVERRIDES };
  writeFileSync(join(FOLDER, "package.json"), JSON.stringify(manifest));
  await npm(FOLDER, ["install", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"]);
  writeFileSync(join(FOLDER, "installed"), VERSION);
}

/** Builds and packs our nodes, and installs them as n8n does. */
export async function installNodes(): Promise<void> {
  if (!existsSync(join(PACKAGE, "node_modules"))) await npm(PACKAGE, ["ci", "--ignore-scripts"]);
  await npm(PACKAGE, ["run", "build"]);
  const nodes = join(HOME, ".n8n/nodes");
  rmSync(nodes, { recursive: true, force: true });
  mkdirSync(nodes, { recursive: true });
  const packed = (await npm(PACKAGE, ["pack", "--silent", "--pack-destination", nodes])).trim();
  writeFileSync(join(nodes, "package.json"), JSON.stringify({ name: "installed-nodes", private: true }));
  await npm(nodes, ["install", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund", `./${packed}`]);
  readFileSync(join(nodes, "node_modules/n8n-nodes-kith/package.json"));
}

/** Runs npm, and returns what it printed. */
export async function npm(cwd: string, words: string[]): Promise<string> {
  const child = spawn("npm", words, { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  const [code] = (await once(child, "close")) as [number | null];
  const printed = Buffer.concat(parts).toString();
  if (code !== 0) throw new Error(`npm ${words.join(" ")} ended with ${code}\n${printed}`);
  return printed;
}
