import type { Member } from "../../kernel/actor.ts";
import type { Variable } from "./operations.ts";

/** What of a contact is written into a text. */
export interface NamedContact {
  title: string;
  values: Record<string, unknown>;
}

/** The value of a variable, as text. Undefined: there is none. */
export function valueOf(variable: Variable, member: Member, contact: NamedContact | undefined): string | undefined {
  const { of, name } = variable;
  if (of === "company") return name === "name" ? member.company.name : undefined;
  if (of === "me") return partOfName(name, member.name) ?? (name === "email" ? member.email : undefined);
  if (!contact) return undefined;
  // A company may have a field of its own for it.
  return textOf(contact.values[name]) ?? partOfName(name, contact.title);
}

/** The name of somebody whom nobody knows is often their address. Nobody is greeted by it. */
function partOfName(part: string, name: string): string | undefined {
  const words = name.includes("@") ? [] : name.trim().split(/\s+/);
  if (part === "name") return words.join(" ");
  if (part === "first_name") return words[0];
  if (part === "last_name") return words.length > 1 ? words.at(-1) : undefined;
  return undefined;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return textOf(value[0]);
  if (typeof value !== "object" || value === null) return undefined;
  const { title, name } = value as { title?: unknown; name?: unknown };
  return textOf(title) ?? textOf(name);
}
