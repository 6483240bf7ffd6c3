import classes from "./code-block.module.css";
import { CopyIcon } from "./copy.tsx";

interface CodeBlockProps {
  code: string;
  label: string;
  /** A secret inside the code: shown shortened, copied whole. */
  secret?: string;
}

// Enough colour for shell, JSON and TOML: comments, strings with addresses, and the one keyword we use.
const PARTS = /(?<comment>^#.*$)|(?<word>^export\b)|(?<string>"[^"\n]*"|'[^'\n]*'|https?:\/\/[^\s"']+)/gm;

export function CodeBlock({ code, label, secret }: CodeBlockProps) {
  return (
    <div className={classes.block}>
      <pre className={classes.code} tabIndex={0} role="region" aria-label={label}>
        {[...coloured(code)].map(({ kind, text, at }) => (
          <span className={kind && classes[kind]} key={at}>
            <Shortened text={text} secret={secret} />
          </span>
        ))}
      </pre>
      <span className={classes.copy}>
        <CopyIcon text={code} label="Copy" />
      </span>
    </div>
  );
}

function Shortened({ text, secret }: { text: string; secret: string | undefined }) {
  const [before, after] = secret ? text.split(secret) : [text];
  if (!secret || after === undefined) return text;
  return (
    <>
      {before}
      {secret.slice(0, 6)}
      <span className={classes.middle}>{secret.slice(6, -6)}</span>
      {secret.slice(-6)}
      {after}
    </>
  );
}

interface Part {
  kind?: "comment" | "word" | "string";
  text: string;
  at: number;
}

function* coloured(code: string): Generator<Part> {
  let end = 0;
  for (const match of code.matchAll(PARTS)) {
    if (match.index > end) yield { text: code.slice(end, match.index), at: end };
    const kind = match.groups?.comment ? "comment" : match.groups?.word ? "word" : "string";
    yield { kind, text: match[0], at: match.index };
    end = match.index + match[0].length;
  }
  if (end < code.length) yield { text: code.slice(end), at: end };
}
