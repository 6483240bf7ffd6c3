import { crc32, deflateSync } from "node:zlib";
import { DAY_MS, HOUR_MS } from "../server/src/kernel/clock.ts";
import type { Call } from "./demo-records.ts";

interface Needs {
  as(email: string): Promise<Call>;
  /** Uploads bytes as this person and answers the id of the file. */
  upload(email: string, name: string, bytes: Buffer): Promise<string>;
}

interface DemoFile {
  /** The place among the largest open deals. */
  deal: number;
  agoMs: number;
  by: string;
  name: string;
  bytes: () => Buffer;
}

const FILES: DemoFile[] = [
  {
    deal: 0,
    agoMs: 9 * DAY_MS,
    by: "tomasz@fernhill.example",
    name: "Offer 2026-114.pdf",
    bytes: () =>
      pdf(["Fernhill Instruments", "Offer 2026-114", "24 flow meters DN80, calibrated, 24 months of service", "Valid for 30 days"]),
  },
  { deal: 0, agoMs: 6 * DAY_MS, by: "ines@fernhill.example", name: "Pump room.png", bytes: () => picture(960, 600) },
  {
    deal: 0,
    agoMs: 30 * HOUR_MS,
    by: "mara@fernhill.example",
    name: "Flow March to October.csv",
    bytes: () =>
      Buffer.from(["month;m3 per hour", ...[31, 34, 33, 38, 41, 40, 37, 35].map((flow, at) => `2026-0${at + 3};${flow},4`)].join("\r\n")),
  },
  // Somebody renamed an exported table: the page says that it is no workbook.
  {
    deal: 0,
    agoMs: 5 * HOUR_MS,
    by: "joel@fernhill.example",
    name: "Price list.xlsx",
    bytes: () => Buffer.from("article;price\r\nFM-80;1.840,00\r\nFM-100;2.120,00\r\n"),
  },
  {
    deal: 1,
    agoMs: 4 * DAY_MS,
    by: "priya@fernhill.example",
    name: "Framework contract, draft 3.pdf",
    bytes: () => pdf(["Framework contract", "Draft 3"]),
  },
  {
    deal: 2,
    agoMs: 8 * DAY_MS,
    by: "mara@fernhill.example",
    name: "Site visit.txt",
    bytes: () => Buffer.from("Access by the north gate. Helmets are there. Ask for Mr Brandt.\n"),
  },
];

/** What people attached to the largest deals. */
export const demoFiles = ({ as, upload }: Needs) =>
  FILES.map(({ deal, agoMs, by, name, bytes }) => ({
    agoMs,
    async run() {
      const call = await as(by);
      const { items } = await call("records.list", { type: "deal", filter: "is:open", sort: "-amount", limit: 3 });
      const id = items[deal]?.id;
      if (id) await call("records.attachFile", { id, file: await upload(by, name, bytes()) });
    },
  }));

/** A document of one page, with these lines. */
function pdf(lines: string[]): Buffer {
  const text = lines
    .map((line, at) => `BT /F1 ${at === 0 ? 20 : 12} Tf 72 ${760 - at * 28} Td (${line.replaceAll(/[()\\]/g, "")}) Tj ET`)
    .join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let written = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = written.length;
    written += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  return Buffer.from(
    `${written}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${written.length}\n%%EOF\n`,
  );
}

/** A plain drawing: a pipe with a flow meter in a room. */
function picture(width: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set(colourAt(x / width, y / height), y * (1 + width * 3) + 1 + x * 3);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8); // 8 bits of red, green and blue
  const parts = [chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...parts]);
}

function colourAt(x: number, y: number): [number, number, number] {
  const shade = (part: number) => Math.round(255 * part);
  if (Math.hypot((x - 0.55) * 1.6, y - 0.5) < 0.12) return [236, 240, 242];
  if (Math.hypot((x - 0.55) * 1.6, y - 0.5) < 0.15) return [58, 84, 110];
  if (Math.abs(y - 0.5) < 0.08) return [shade(0.45 + 0.3 * Math.sin((y - 0.42) * 20)), 150, 165];
  return y > 0.8 ? [148, 140, 128] : [shade(0.86 - 0.1 * y), shade(0.87 - 0.1 * y), shade(0.85 - 0.1 * y)];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
