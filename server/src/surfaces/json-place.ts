/** Where a text stops being JSON, and what could have stood there. */
interface Fault {
  offset: number;
  expected: string;
}

/** What may come next. */
type Wanted = "value" | "value or end" | "name" | "name or end" | "colon" | "comma or end";

const TOKEN = /[{}[\]:,]|(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const ESCAPED = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;
const SPACE = " \t\n\r";

/** The first fault of a text that JSON.parse refused. V8 names the place only in some of its messages, and not in a stable form. */
export function firstFault(text: string): Fault {
  const open: ("]" | "}")[] = [];
  let wanted: Wanted = "value";
  let at = 0;
  for (;;) {
    while (at < text.length && SPACE.includes(text.charAt(at))) at++;
    const end = text[at] === '"' ? endOfString(text, at) : { at: endOf(TOKEN, text, at), isWhole: true };
    const next: Wanted | undefined = end.at > at ? follow(wanted, text.charAt(at), open) : undefined;
    if (next === undefined) return { offset: at, expected: expectedAt(wanted, open.at(-1)) };
    if (!end.isWhole) return { offset: end.at, expected: "the rest of a string" };
    wanted = next;
    at = end.at;
  }
}

const endOf = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
};

/** Character by character: a pattern that repeats would need memory for each of a million. */
function endOfString(text: string, start: number): { at: number; isWhole: boolean } {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '"') return { at: at + 1, isWhole: true };
    if (text.charCodeAt(at) < 0x20) return { at, isWhole: false };
    if (text[at] !== "\\") continue;
    const end = endOf(ESCAPED, text, at + 1);
    if (end === at + 1) return { at, isWhole: false };
    at = end - 1;
  }
  return { at: text.length, isWhole: false };
}

/** What may follow a token, by its first character; undefined where the token may not stand. */
function follow(wanted: Wanted, token: string, open: ("]" | "}")[]): Wanted | undefined {
  if (wanted.endsWith("or end") && token === open.at(-1)) {
    open.pop();
    return "comma or end";
  }
  if (wanted === "comma or end") return token !== "," || open.length === 0 ? undefined : open.at(-1) === "}" ? "name" : "value";
  if (wanted === "colon") return token === ":" ? "value" : undefined;
  if (wanted.startsWith("name")) return token === '"' ? "colon" : undefined;
  if (token === "{" || token === "[") {
    open.push(token === "{" ? "}" : "]");
    return token === "{" ? "name or end" : "value or end";
  }
  return "}]:,".includes(token) ? undefined : "comma or end";
}

function expectedAt(wanted: Wanted, end: string | undefined): string {
  if (wanted === "comma or end") return end ? `"," or "${end}"` : "the end of the body";
  const what = { value: "a value", name: "a name in double quotes", colon: '":"' }[
    wanted.replace(" or end", "") as "value" | "name" | "colon"
  ];
  return wanted.endsWith("or end") ? `${what} or "${end}"` : what;
}

/** Both counted from 1, as editors do. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
