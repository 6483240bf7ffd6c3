import { fieldsOf, optionName, ownOptionsOf } from "./arguments.ts";
import { COMMANDS, type Command } from "./commands.ts";
import type { DescribedField } from "./described.ts";
import { described } from "./generated.ts";

export const summaryOf = ({ summary, operation }: Command) => summary ?? described[operation ?? ""]?.summary ?? "";

/** Every command, with the summary of its operation. */
export function overview(commands: readonly Command[] = COMMANDS): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}  ${summaryOf(command)}`);
  return `Usage: kith <command> [options]\n\n${lines.join("\n")}\n\nkith <command> --help shows what a command takes.\n`;
}

/** What one command takes: the fields of its operation, in the words of its description. */
export function helpOf(command: Command): string {
  const fields = fieldsOf(command);
  const named = (command.words ?? []).map((name) => wordOf(name, new Map(fields).get(name)));
  const usage = ["kith", command.name, ...named, ...(command.ownWords ? [command.ownWords] : [])].join(" ");
  const lines = [
    ...fields
      .filter(([name]) => !command.words?.includes(name))
      .map(([name, field]) => [`--${optionName(name)}${takes(field)}`, aboutField(field)]),
    ...Object.entries(ownOptionsOf(command)).map(([name, { takes: what, oneOf, about }]) => [
      `--${name}${what ? ` <${what}>` : ""}`,
      [about, oneOf && `One of ${oneOf.join(", ")}`].filter(Boolean).join(". "),
    ]),
  ];
  const words = (command.words ?? []).flatMap((name) => {
    const field = new Map(fields).get(name);
    return field ? [[name, aboutField(field)]] : [];
  });
  const width = Math.max(...[...words, ...lines].map(([name = ""]) => name.length));
  const shown = [...words, ...lines].map(([name = "", about = ""]) => `  ${name.padEnd(width)}  ${about}`.trimEnd());
  return `${summaryOf(command)}\n\nUsage: ${usage} [options]\n\n${shown.join("\n")}\n`;
}

function wordOf(name: string, field: DescribedField | undefined): string {
  if (field?.kind === "object") return "<field=value>...";
  return field?.kind === "list" ? `[${name}...]` : `<${name}>`;
}

function takes({ kind }: DescribedField): string {
  if (kind === "boolean") return "";
  return kind === "list" ? " <a,b>" : ` <${kind === "object" ? "json" : kind}>`;
}

function aboutField({ about, oneOf, standard, kind }: DescribedField): string {
  const values = oneOf && `One of ${oneOf.join(", ")}`;
  const initial = standard && kind !== "boolean" && `Left out: ${standard}`;
  const how = kind === "object" && "As field=text, or field:=json";
  return [about, how, values, initial].filter(Boolean).join(". ");
}
