import { SERVICE_ADDRESS } from "./demo-channels.ts";
import type { Turn } from "./demo-inbox-texts.ts";

// One pixel, and a page without content: they open, and are small.
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkmP+/HgAFhAJ/wlseKgAAAABJRU5ErkJggg==";
const PDF = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
).toString("base64");
const CSV = Buffer.from("serial,made\n77118,2025-02-11\n77120,2025-02-11\n77121,2025-03-04\n").toString("base64");
const TYPES: Record<string, [type: string, base64: string]> = {
  png: ["image/png", PNG],
  pdf: ["application/pdf", PDF],
  csv: ["text/csv", CSV],
};

export const fileOf = (name: string) => {
  const [type, base64] = TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? ["application/octet-stream", ""];
  return { name, type, base64 };
};

interface MailOf {
  from: { name: string; address: string };
  subject: string;
  /** Of the conversation, and how many mails came before this one. */
  thread: string;
  count: number;
  at: Date;
  turn: Turn;
}

/** A mail as it stands in the mailbox. */
export function demoMail({ from, subject, thread, count, at, turn }: MailOf): string {
  const reference = `<${thread}.0@mail.fernhill-customers.example>`;
  const headers = [
    `From: ${encoded(from.name)} <${from.address}>`,
    `To: <${SERVICE_ADDRESS}>`,
    `Subject: ${count > 0 ? "Re: " : ""}${encoded(subject)}`,
    `Message-ID: <${thread}.${count}@mail.fernhill-customers.example>`,
    ...(count > 0 ? [`In-Reply-To: ${reference}`, `References: ${reference}`] : []),
    `Date: ${at.toUTCString().replace("GMT", "+0000")}`,
    "MIME-Version: 1.0",
  ];
  const { files = [], html, in: text = "" } = turn;
  const parts = [
    html
      ? `Content-Type: multipart/alternative; boundary=alt\r\n\r\n--alt\r\n${part("text/plain", text)}\r\n--alt\r\n${part("text/html", html)}\r\n--alt--`
      : part("text/plain", text),
    ...files
      .map(fileOf)
      .map(
        ({ name, type, base64 }) =>
          `Content-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}`,
      ),
  ];
  if (parts.length === 1) return `${headers.join("\r\n")}\r\n${parts[0]}\r\n`;
  return `${headers.join("\r\n")}\r\nContent-Type: multipart/mixed; boundary=mixed\r\n\r\n${parts.map((one) => `--mixed\r\n${one}\r\n`).join("")}--mixed--\r\n`;
}

const base64 = (text: string) => Buffer.from(text).toString("base64");
const encoded = (text: string) => `=?utf-8?B?${base64(text)}?=`;
const part = (type: string, text: string) =>
  `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(text)}`;
