import { withoutDotsAtEnd } from "../files/clean-name.ts";
import { cleanLine } from "./clean-text.ts";

const MAX_FILE_NAME = 150;
/** Where a name ends in an extension it is kept when the name is cut: "a…a.pdf" stays a PDF. */
const EXTENSION = /\.[\p{L}\d]{1,10}$/u;

/**
 * The name of a file from outside, for people to read: no folders ("../../etc/passwd" is "passwd"), none of the characters that Windows or a
 * header refuses, never empty, and never hidden by a dot in front.
 */
export function cleanFileName(name: string | null, type: string): string {
  const last =
    cleanLine(name ?? "", 1_000)
      .split(/[/\\]/)
      .at(-1) ?? "";
  const plain = withoutDotsAtEnd(last.replaceAll(/[<>:"|?*;%]/g, "_").replace(/^[\s.]+/, ""));
  if (plain === "") return type === "message/rfc822" ? "message.eml" : "file";
  if (plain.length <= MAX_FILE_NAME) return plain;
  const extension = EXTENSION.exec(plain)?.[0] ?? "";
  return `${plain.slice(0, MAX_FILE_NAME - extension.length).toWellFormed()}${extension}`;
}

/** "text/plain" and the like, in lower case; anything that is no media type is a file of bytes. */
export function cleanType(type: string): string {
  const plain = type.toLowerCase().trim();
  return /^[a-z0-9][a-z0-9.+_-]{0,60}\/[a-z0-9][a-z0-9.+_-]{0,80}$/.test(plain) ? plain : "application/octet-stream";
}
