import type { ReactNode } from "react";
import classes from "./http-block.module.css";
import { inLines } from "./json-lines.ts";

// A string (a name if a colon follows), a number, or a word. Linear: no part can match in two ways.
const PARTS = /(?<string>"(?:[^"\\]|\\.)*")(?<colon>\s*:)?|(?<number>-?\b\d[\d.eE+-]*)|\b(?<word>true|false|null)\b/g;
// A body is at most 20 kB. More than this is shown without colours.
const MAX_COLOURED = 30_000;

/** JSON in lines, coloured, and any other text as it is. Never markup: it comes from elsewhere. */
export function JsonText({ text, label }: { text: string; label: string }) {
  return (
    <pre className={classes.text} tabIndex={0} role="region" aria-label={label}>
      {text.length > MAX_COLOURED ? text : [...coloured(inLines(text))]}
    </pre>
  );
}

function* coloured(text: string): Generator<ReactNode> {
  let end = 0;
  for (const match of text.matchAll(PARTS)) {
    const { string, colon = "", number, word } = match.groups ?? {};
    if (match.index > end) yield text.slice(end, match.index);
    const kind = string === undefined ? (number === undefined ? "word" : "number") : colon ? "name" : "string";
    yield (
      <span className={classes[kind]} key={match.index}>
        {string ?? number ?? word}
      </span>
    );
    yield colon;
    end = match.index + match[0].length;
  }
  yield text.slice(end);
}

interface HttpBlockProps {
  label: string;
  /** The first line: method and address. */
  head?: ReactNode;
  headers?: Record<string, string>;
  children: ReactNode;
}

/** A request or an answer. */
export function HttpBlock({ label, head, headers, children }: HttpBlockProps) {
  const lines = Object.entries(headers ?? {});
  return (
    <div className={classes.block} role="group" aria-label={label}>
      {head && <div className={classes.part}>{head}</div>}
      {lines.length > 0 && (
        <dl className={`${classes.part} ${classes.headers}`}>
          {lines.map(([name, value]) => (
            <div className={classes.header} key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={classes.part}>{children}</div>
    </div>
  );
}
