import { type Icon, IconMail, IconPhone, IconUsers } from "@tabler/icons-react";
import type { Entry } from "../record/timeline-entries.ts";

export type Activity = NonNullable<Entry["activity"]>;
export type ActivityKind = Activity["kind"];

export const ACTIVITY_KINDS: Record<ActivityKind, { title: string; one: string; icon: Icon }> = {
  call: { title: "Call", one: "a call", icon: IconPhone },
  meeting: { title: "Meeting", one: "a meeting", icon: IconUsers },
  email: { title: "Email", one: "an email", icon: IconMail },
};

export const kindsOfActivity = Object.keys(ACTIVITY_KINDS) as ActivityKind[];
