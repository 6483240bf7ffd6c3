import type { Back } from "./draft.ts";
import type { Message, WholeConversation } from "./read.ts";

/** A message of ours as somebody writes it again. Addresses stand in it where it was for somebody else than an answer goes to anyway. */
export function writtenAgain(
  { text, to, cc, files }: Pick<Message, "text" | "to" | "cc" | "files">,
  { answer_to: usual }: Pick<WholeConversation, "answer_to">,
): Back {
  const isUsual = listOf(to).toLowerCase() === listOf(usual).toLowerCase();
  return {
    text,
    to: isUsual ? "" : listOf(to),
    cc: listOf(cc),
    files: files.map(({ id, name, type, size }) => ({ id, name, type, size })),
  };
}

const listOf = (people: { address: string }[]) => people.map(({ address }) => address).join(", ");
