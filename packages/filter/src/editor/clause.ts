import type { Lookup, TypeSchema } from "../schema.ts";
import { unquote } from "../text/spelling.ts";
import { resolvePath } from "./resolve-path.ts";
import type { Token } from "./tree.ts";

/** The condition that is being written. */
export interface Clause {
  /** What it began with: a path, `has:` or `no:`, `is:`, `any(` and its like, or a finished `count(…)`. */
  head: "path" | "presence" | "is" | "call" | "count";
  /** The type its path starts from. */
  type: TypeSchema;
  path: string[];
  /** A name must come: at the start, or after a dot. */
  wantsName: boolean;
  op?: string;
  values: string[];
  /** A value must or may come: after an operator, a comma or the dots of a range. */
  wantsValue: boolean;
  isRange: boolean;
}

/** The context of a new condition. */
export interface Place {
  type: TypeSchema;
  /** A condition comes before it, so it can be joined with OR. */
  hasTerm: boolean;
  /** It is about related records, inside `any(…)` or its like. */
  isRelated: boolean;
}

export interface ClauseReading {
  take(token: Token): void;
  /** The condition that the last token belongs to; undefined between conditions. */
  readonly clause: Clause | undefined;
  /** Undefined inside a relation that does not exist. */
  readonly place: Place | undefined;
}

/** Reads the tokens of an unfinished text, valid or not, and keeps what a completion needs to know. */
export function startReading(text: string, start: TypeSchema, lookup: Lookup): ClauseReading {
  /** The type to go back to at the end of each open parenthesis. */
  const frames: { type: TypeSchema | undefined; isCount: boolean }[] = [];
  let type: TypeSchema | undefined = start;
  let clause: Clause | undefined;
  let hasTerm = false;

  function begin(head: Clause["head"], wantsName: boolean): void {
    clause = type && { head, type, path: [], wantsName, values: [], wantsValue: false, isRange: false };
    hasTerm = true;
  }

  function endClause(isTerm: boolean): void {
    clause = undefined;
    hasTerm = isTerm;
  }

  function enter(isCount: boolean): void {
    frames.push({ type, isCount });
    endClause(false);
  }

  function takeName(token: Token): void {
    if (!clause?.wantsName) begin("path", true);
    clause?.path.push(plain(text, token));
    if (clause) clause.wantsName = false;
  }

  function takeOperator({ from, to }: Token): void {
    if (clause) Object.assign(clause, { op: text.slice(from, to), wantsValue: true });
  }

  function takeValue(token: Token): void {
    clause?.values.push(plain(text, token));
    if (clause) Object.assign(clause, { wantsValue: false, isRange: false });
  }

  function takeCall(isCount: boolean): void {
    enter(isCount);
    begin("call", true);
  }

  function takeComma(): void {
    if (clause?.op !== undefined) clause.wantsValue = true;
    if (clause?.head !== "call") return;
    type = resolvePath(clause.path, clause.type, lookup);
    endClause(false);
  }

  function takeClose(): void {
    const frame = frames.pop();
    if (!frame) return;
    type = frame.type;
    endClause(true);
    if (frame.isCount) begin("count", false);
  }

  const handlers: Readonly<Record<string, (token: Token) => void>> = {
    Word: () => endClause(true),
    Phrase: () => endClause(true),
    Name: takeName,
    QuotedName: takeName,
    Dot: () => clause && (clause.wantsName = true),
    Operator: takeOperator,
    UnknownOperator: takeOperator,
    Bare: takeValue,
    String: takeValue,
    Number: takeValue,
    Date: takeValue,
    Person: takeValue,
    Dots: () => clause && Object.assign(clause, { wantsValue: true, isRange: true }),
    Comma: takeComma,
    Quantifier: () => takeCall(false),
    CountWord: () => takeCall(true),
    PresenceWord: () => begin("presence", true),
    FlagWord: () => begin("is", true),
    Open: () => enter(false),
    UnknownCallWord: () => enter(false),
    Close: takeClose,
    AndWord: () => endClause(false),
    OrWord: () => endClause(false),
    NotWord: () => endClause(false),
    Minus: () => endClause(false),
  };

  return {
    take: (token) => handlers[token.name]?.(token),
    get clause() {
      return clause;
    },
    get place() {
      return type && { type, hasTerm, isRelated: frames.some((frame) => frame.type !== type) };
    },
  };
}

/** A token without its quotes, closed or not. */
function plain(text: string, { from, to }: Token): string {
  const written = text.slice(from, to);
  return written.startsWith('"') ? (unquote(written) ?? written.slice(1)) : written;
}
