/** Gives the browser a text file to save. */
export const saveFile = (name: string, parts: string[], type = "text/csv;charset=utf-8") => saveBlob(name, new Blob(parts, { type }));

/** The same of bytes that came from outside: of no type that a browser would open. */
export const saveBytes = (name: string, parts: Uint8Array<ArrayBuffer>[]) =>
  saveBlob(name, new Blob(parts, { type: "application/octet-stream" }));

function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Once started, the download does not need the URL any more.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** "640 bytes", "12 kB", "3.4 MB", "1.2 GB". */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  if (bytes < 999_950_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
