import type { OutputOf } from "@kith/server/contract";
import { useQuery } from "@tanstack/react-query";
import { everyone } from "../members/index.ts";

export type Member = OutputOf<"members.list">["items"][number];

/** Everybody of the company by id, also those who left: a rule or a decision may name them. */
export function usePeople(): Map<string, Member> {
  const { data = [] } = useQuery(everyone);
  return new Map(data.map((member) => [member.id, member]));
}
