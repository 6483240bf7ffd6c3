/** What a delivery sent, as a command for a shell. The signature is not in it: only Kith has the secret. */
export function curlOf({ url, headers, body }: { url: string; headers: Record<string, string>; body: string }): string {
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [`curl -X POST ${quoted(url)}`, ...lines, `--data-binary ${quoted(body)}`].join(" \\\n  ");
}

// Inside single quotes a shell changes nothing; a single quote itself has to stand outside of them.
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
