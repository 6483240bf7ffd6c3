import { parseArgs } from "node:util";
import { COMMANDS, COMMON, type Command, type OwnOption } from "./commands.ts";
import type { DescribedField } from "./described.ts";
import { UsageError } from "./errors.ts";
import { described } from "./generated.ts";
import { nearest } from "./nearest.ts";
import { readField, readValues } from "./values.ts";

export type Input = { [name: string]: unknown };

export interface Given {
  command: Command;
  /** What the operation of the command takes. */
  input: Input;
  /** The options that are not of the operation. */
  own: { [name: string]: string | boolean | undefined };
  words: string[];
}

const KEY = /kith[0-9A-Za-z]{60}/;

/** Arguments are in the history of the shell and in the list of processes: a key among them is no secret any more. */
export function refuseKeys(given: readonly string[]): void {
  if (given.some((word) => KEY.test(word)))
    throw new UsageError(
      "An argument is a key. The history of your shell and the list of processes now have it: revoke it under Profile → API & Connectors.\n" +
        "  Give a new one to kith login when it asks, or by standard input (kith login < file), or set KITH_API_KEY.",
    );
}

/** The command that the first words name, and the words after it. */
export function findCommand(given: readonly string[]): { command: Command; rest: string[] } | undefined {
  const [first = "", second = ""] = given;
  const command = COMMANDS.find(({ name }) => name === `${first} ${second}`) ?? COMMANDS.find(({ name }) => name === first);
  return command && { command, rest: given.slice(command.name.split(" ").length) };
}

export function unknownCommand(given: readonly string[]): UsageError {
  const names = COMMANDS.map(({ name }) => name);
  const said = given.slice(0, 2).join(" ");
  const close = [...new Set([...nearest(given[0] ?? "", names), ...nearest(said, names)])];
  const area = names.filter((name) => name.startsWith(`${given[0] ?? ""} `));
  const meant = close.length > 0 ? close : area;
  return new UsageError(`There is no command ${said}.${meant.length > 0 ? ` Nearest: ${meant.join(", ")}.` : ""} See kith --help.`);
}

export const optionName = (field: string) => field.replaceAll("_", "-");

/** The fields of the command's operation that can be given by name. */
export function fieldsOf({ operation, without = [] }: Command): [string, DescribedField][] {
  return Object.entries(operation ? (described[operation]?.fields ?? {}) : {}).filter(([name]) => !without.includes(name));
}

/** The options that are of no operation: those of the command, of every command, and of every list. */
export function ownOptionsOf(command: Command): { [name: string]: OwnOption } {
  const all = { all: { about: "Everything, not only the first page" } };
  const isList = fieldsOf(command).some(([name]) => name === "cursor");
  return { ...command.options, ...(isList ? all : {}), ...COMMON };
}

/** Reads the words after the name of a command. */
export function readArguments(command: Command, rest: string[]): Given {
  const fields = fieldsOf(command);
  const own = ownOptionsOf(command);
  const { values, positionals } = parse(command, rest, fields, own);
  const input: Input = {};
  for (const [name, field] of fields) {
    const value = values[optionName(name)];
    if (value !== undefined) input[name] = readField(optionName(name), field, value as string | string[] | boolean);
  }
  const words = takeWords(command, positionals, input);
  const missing = fields.filter(([name, field]) => field.isRequired && input[name] === undefined).map(([name]) => optionName(name));
  if (missing.length > 0 && !values["help"])
    throw new UsageError(`${command.name} needs ${missing.join(" and ")}. See kith ${command.name} --help.`);
  return { command, input, words, own: Object.fromEntries(Object.keys(own).map((name) => [name, values[name] as string | undefined])) };
}

function parse(command: Command, rest: string[], fields: [string, DescribedField][], own: { [name: string]: OwnOption }) {
  const options = Object.fromEntries([
    ...fields.map(([name, { kind }]) => [
      optionName(name),
      { type: kind === "boolean" ? ("boolean" as const) : ("string" as const), multiple: kind === "list" },
    ]),
    ...Object.entries(own).map(([name, { takes }]) => [name, { type: takes ? ("string" as const) : ("boolean" as const) }]),
  ]) as { [name: string]: { type: "string" | "boolean"; multiple?: boolean } };
  try {
    const parsed = parseArgs({ args: rest, options, allowPositionals: true, allowNegative: false });
    for (const [name, { oneOf }] of Object.entries(own)) checkOneOf(name, oneOf, parsed.values[name] as string | undefined);
    return parsed;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const [, unknown] = /^Unknown option '--?([\w-]+)/.exec((error as Error).message) ?? [];
    if (!unknown) throw new UsageError((error as Error).message);
    const close = nearest(unknown, Object.keys(options)).map((name) => `--${name}`);
    throw new UsageError(
      `${command.name} has no option --${unknown}.${close.length > 0 ? ` Nearest: ${close.join(", ")}.` : ""} See kith ${command.name} --help.`,
    );
  }
}

function checkOneOf(name: string, oneOf: readonly string[] | undefined, value: string | undefined): void {
  if (oneOf && value !== undefined && !oneOf.includes(value)) throw new UsageError(`--${name} is one of ${oneOf.join(", ")}.`);
}

/** Words without a name go to their fields, in order. What is left is returned: commands of their own use it. */
function takeWords(command: Command, given: string[], input: Input): string[] {
  const left = [...given];
  const fields = new Map(fieldsOf(command));
  for (const name of command.words ?? []) {
    const field = fields.get(name);
    if (left.length === 0 || !field) continue;
    if (field.kind === "object") input[name] = { ...(input[name] as Input | undefined), ...readValues(left.splice(0)) };
    else if (field.kind === "list") input[name] = [...((input[name] as string[] | undefined) ?? []), ...left.splice(0)];
    else input[name] = readField(name, field, left.shift() ?? "");
  }
  if (left.length > (command.ownWords ? 1 : 0))
    throw new UsageError(`${command.name} does not take ${JSON.stringify(left[0])}. See kith ${command.name} --help.`);
  return left;
}
