import type { OutputOf } from "@kith/server/contract";
import { type Icon, IconUpload } from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";
import { programText } from "../../ui/client-text.ts";

/** The facts that decide which steps are done. */
export interface Facts {
  keys: OutputOf<"keys.list">["items"];
  members: number;
  invitations: number;
  imports: number;
  /** Keys of the types that have records other than samples. */
  ownTypes: string[];
}

export interface Step {
  title: string;
  detail: string;
  isDone: boolean;
  action?: { label: string; icon?: Icon; link: Pick<LinkProps, "to" | "params" | "search"> };
}

type Company = OutputOf<"members.me">["company"];

/** The first steps in a new company, and which are done. */
export function stepsFor(role: "admin" | "member", company: Company, facts: Facts | undefined): Step[] {
  const steps: Step[] = [
    {
      title: role === "admin" ? "Create the company" : "Join the company",
      detail: `${company.name}, times shown in ${company.time_zone}`,
      isDone: true,
    },
    recordsStep(facts),
    {
      title: "Add a contact",
      detail: "Add someone you work with.",
      isDone: facts?.ownTypes.includes("contact") ?? false,
      action: { label: "Add a contact", link: { to: "/records/$type", params: { type: "contact" }, search: { create: true } } },
    },
    assistantStep(facts),
  ];
  if (role === "admin") steps.push(inviteStep(facts));
  return steps;
}

function recordsStep(facts: Facts | undefined): Step {
  const hasImported = (facts?.imports ?? 0) > 0;
  return {
    title: "Import your records",
    detail: hasImported ? "Imported from a file." : "CSV or Excel from any CRM. You review it before anything is saved.",
    // Records of several types: they came from somewhere, so an import is not needed.
    isDone: hasImported || (facts?.ownTypes.length ?? 0) > 1,
    action: { label: "Import a file", icon: IconUpload, link: { to: "/records/import" } },
  };
}

function assistantStep(facts: Facts | undefined): Step {
  const used = facts?.keys.find((key) => key.last_used_at);
  const hasKey = (facts?.keys.length ?? 0) > 0;
  return {
    title: "Connect your assistant",
    detail: used
      ? `${used.client ? programText(used.client) : "A client"} has called with “${used.name}”.`
      : hasKey
        ? "Paste one line into it. This step is ticked at the first call."
        : "Make a key, paste one line, and it works on the same records as you.",
    isDone: used !== undefined,
    action: hasKey
      ? { label: "Show how", link: { to: "/profile/api" } }
      : { label: "Add a key", link: { to: "/profile/api", search: { add: true } } },
  };
}

function inviteStep(facts: Facts | undefined): Step {
  const hasOthers = (facts?.members ?? 0) > 1;
  const isInvited = (facts?.invitations ?? 0) > 0;
  return {
    title: "Invite the team",
    detail: hasOthers
      ? "Your team is here."
      : isInvited
        ? "Invited, not here yet."
        : "Members work on records. Admins also change fields, rules and people.",
    isDone: hasOthers || isInvited,
    action: { label: "Invite", link: { to: "/company/members", search: { invite: true } } },
  };
}
