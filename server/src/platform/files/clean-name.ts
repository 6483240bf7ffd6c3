const NAME_LENGTH = 200;
const TYPE_LENGTH = 100;
const CONTENT_ID_LENGTH = 250;
const MAX_ENDING = 20;
/** Characters of a name that are looked at. */
const MAX_READ = 2_000;
export const ANY_TYPE = "application/octet-stream";

// Control characters, and marks that turn the direction of what follows: "gpj.exe" would be read as "exe.jpg".
const UNSEEN = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028\u2029\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;
// What a file system or a shell would take for something else.
const UNSAFE = /[<>:"|?*]/g;

/** A file's name as it is safe to show and to save: without folders, of at most 200 characters, its ending kept. */
export function cleanName(given: string): string {
  const whole = given.slice(-MAX_READ).toWellFormed().normalize("NFC").replaceAll(UNSEEN, "");
  const last = whole.split(/[/\\]/).findLast((part) => part.trim() !== "") ?? "";
  // Dots in front hide a file or lead out of its folder; Windows drops those at the end, and with them the ending.
  const name = withoutDotsAtEnd(last.replaceAll(UNSAFE, "_").replace(/^[.\s]+/, ""));
  return name === "" ? "file" : shorten(name);
}

function shorten(name: string): string {
  if (name.length <= NAME_LENGTH) return name;
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 && name.length - dot <= MAX_ENDING ? name.slice(dot) : "";
  // A character of two halves is not cut in two.
  return withoutDotsAtEnd(name.slice(0, NAME_LENGTH - ending.length).replace(/[\uD800-\uDBFF]$/, "")) + ending;
}

/** Not a pattern: one that is bound to the end only takes quadratic time over a name of dots. */
export function withoutDotsAtEnd(name: string): string {
  let end = name.length;
  while (end > 0 && /[.\s]/.test(name[end - 1] ?? "")) end--;
  return name.slice(0, end);
}

/** A media type without parameters. What is none is any bytes. */
export function cleanType(given: string): string {
  const type = given.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return type.length <= TYPE_LENGTH && /^[a-z0-9][a-z0-9.+-]*\/[a-z0-9][a-z0-9.+-]*$/.test(type) ? type : ANY_TYPE;
}

/** How the HTML of a message calls a file. One that is too long or unreadable is none: the file is then shown in the list only. */
export function cleanContentId(given: string | null): string | null {
  const id = given?.trim() ?? "";
  return id === "" || id.length > CONTENT_ID_LENGTH || !/^[\x21-\x7e]+$/.test(id) ? null : id;
}
