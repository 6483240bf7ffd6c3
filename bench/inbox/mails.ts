import { randomBytes } from "node:crypto";

/** Mails of one run: a third of them are answers, and there are 500 writers. */
export function makeMails(run: number, count: number, make: (headers: string[], n: number) => string): Buffer[] {
  return Array.from({ length: count }, (_, n) => Buffer.from(make(headersOf(run, n), n)));
}

function headersOf(run: number, n: number): string[] {
  const answered =
    n % 3 === 2 ? [`In-Reply-To: <${run}-${n - 1}@bench.example>`, `Subject: Re: Question ${n - 1}`] : [`Subject: Question ${n}`];
  const date = new Date(Date.now() - 1_000 * n).toUTCString();
  return [
    `Message-ID: <${run}-${n}@bench.example>`,
    `Date: ${date}`,
    `From: Writer ${n % 500} <writer-${n % 500}@bench.example>`,
    "To: support@ours.example",
    ...answered,
  ];
}

export function smallMail(headers: string[], n: number): string {
  return `${[...headers, "Content-Type: text/plain"].join("\r\n")}\r\n\r\n${`Line of mail ${n} with some words in it.\r\n`.repeat(28)}`;
}

/** 50 kB: half of it HTML, half of it a file. */
export function largeMail(headers: string[], n: number): string {
  const html = `<p style="color: #333">Paragraph <b>${n}</b> of a mail with <a href="https://example.org/${n}">a link</a>.</p>\r\n`.repeat(
    230,
  );
  const file = randomBytes(18_000)
    .toString("base64")
    .replaceAll(/(.{76})/g, "$1\r\n");
  return [
    ...headers,
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/html",
    "",
    html,
    "--b",
    'Content-Type: application/pdf; name="offer.pdf"',
    'Content-Disposition: attachment; filename="offer.pdf"',
    "Content-Transfer-Encoding: base64",
    "",
    file,
    "--b--",
    "",
  ].join("\r\n");
}
