import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";

/** A file for a file field. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const choose = (page: Page, file: ChosenFile) => page.locator("input[type=file]").setInputFiles(file);

/** Drops a file onto the page, as from another window. */
export async function dropFile(page: Page, { name, buffer }: ChosenFile): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "kith-drop-"));
  // The browser reads it when it likes.
  process.once("exit", () => rmSync(folder, { recursive: true }));
  await writeFile(join(folder, name), buffer);
  const box = await page.locator("input[type=file]").boundingBox();
  if (!box) throw new Error("there is no place to drop a file");
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [join(folder, name)], dragOperationsMask: 1 };
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) await browser.send("Input.dispatchDragEvent", { type, ...at, data });
}

export const csv = (name: string, lines: string[]): ChosenFile => ({ name, mimeType: "text/csv", buffer: Buffer.from(lines.join("\r\n")) });

/** Contacts as an older spreadsheet writes them. Every tenth has an invalid email. */
export const contacts = (rows: number, tag: string) =>
  csv(`${tag}.csv`, [
    "First name;Last name;E-Mail;Mobile;Shoe size;Last contacted",
    ...Array.from({ length: rows }, (_, at) => {
      const email = at % 10 === 9 ? "nobody" : `kees${at}@${tag}.example`;
      return `Kees;Vermeer ${at};${email};+31 20 555 ${1000 + (at % 9000)};${40 + (at % 5)};${String(1 + (at % 28)).padStart(2, "0")}.10.2026`;
    }),
  ]);
