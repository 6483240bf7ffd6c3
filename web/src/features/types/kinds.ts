import { KINDS } from "@kith/filter/kinds";
import type { FieldKind } from "./types.ts";

export const hasOptions = (kind: FieldKind) => KINDS[kind].shape === "option";
export const canBeSeveral = (kind: FieldKind) => KINDS[kind].several === "optional";

/** `close_date` from "Close date", and never one that is taken: keys are for ever, so they should read well. */
export function keyFrom(label: string, taken: string[] = []): string {
  const plain = label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+/, "")
    .slice(0, 36)
    .replace(/_+$/, "");
  if (plain === "" || !taken.includes(plain)) return plain;
  for (let count = 2; ; count++) if (!taken.includes(`${plain}_${count}`)) return `${plain}_${count}`;
}
