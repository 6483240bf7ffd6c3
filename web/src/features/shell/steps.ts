import type { OutputOf } from "@kith/server/contract";
import { clientText } from "../keys/client.ts";

export interface Facts {
  keys: OutputOf<"keys.list">["items"];
  members: number;
  invitations: number;
}

export interface Step {
  title: string;
  detail: string;
  isDone: boolean;
  action?: { label: string; to: "/profile/api" | "/company/members" | "/company"; search?: { add?: true; invite?: true } };
}

type Company = OutputOf<"members.me">["company"];

/** The first steps in a new company, with how far they are. */
export function stepsFor(role: "admin" | "member", company: Company, facts: Facts | undefined): Step[] {
  const used = facts?.keys.find((key) => key.last_used_at);
  const hasKey = (facts?.keys.length ?? 0) > 0;
  const steps: Step[] = [
    {
      title: role === "admin" ? "Create the company" : "Join the company",
      detail: `${company.name}, times shown in ${company.time_zone}`,
      isDone: true,
    },
    {
      title: "Add an API key",
      detail: hasKey ? keyCount(facts?.keys.length ?? 0) : "A key lets an assistant or a script act as you, and be told apart from you.",
      isDone: hasKey,
      action: { label: "Add a key", to: "/profile/api", search: { add: true } },
    },
    {
      title: "Connect your assistant",
      detail: used
        ? `${used.client ? clientText(used.client) : "A client"} has called with “${used.name}”.`
        : "Paste one line, and it works here with you. This step ticks itself at the first call.",
      isDone: used !== undefined,
      action: { label: "Show how", to: "/profile/api" },
    },
  ];
  if (role === "admin") steps.push(inviteStep(facts));
  return steps;
}

function inviteStep(facts: Facts | undefined): Step {
  const hasOthers = (facts?.members ?? 0) > 1;
  const isInvited = (facts?.invitations ?? 0) > 0;
  return {
    title: "Invite a teammate",
    detail: hasOthers
      ? "Your team is here."
      : isInvited
        ? "Invited, not here yet."
        : "Members work here. Admins also manage members, every key and the company.",
    isDone: hasOthers || isInvited,
    action: { label: "Invite", to: "/company/members", search: { invite: true } },
  };
}

const keyCount = (count: number) => (count === 1 ? "You have 1 key." : `You have ${count} keys.`);
