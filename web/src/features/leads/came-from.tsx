import { IconForms } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../calls.ts";
import type { ShownRecord } from "../../manifest.ts";
import { useClock } from "../../ui/clock.tsx";
import { wholeText } from "../../ui/formats.ts";
import { shortDate } from "../../ui/time-text.ts";
import { BesideSection } from "../records/index.ts";
import { fieldOf, optionOf, useTypes } from "../types/index.ts";
import { originText } from "./attribution.tsx";
import classes from "./came-from.module.css";

const LEAD = "lead";
const CONTACT = "contact";
const SOURCE = "source";
const TOUCHES = 100;

/** The lead that a contact was first: the form they sent, when, and where they came from. Nothing for a contact that was no lead. */
export function CameFrom({ record: { id } }: { record: ShownRecord }) {
  const { now, zone } = useClock();
  const { items: types } = useTypes();
  const type = types.find((one) => one.key === LEAD);
  const hasContact = type !== undefined && fieldOf(type, CONTACT) !== undefined;
  const { data: leads } = useQuery({
    ...read("records.list", { type: LEAD, filter: `${CONTACT}:${id}`, sort: "created_at", limit: 1 }),
    enabled: hasContact,
  });
  const lead = leads?.items[0];
  const { data: touches } = useQuery({ ...read("leads.listTouches", { id: lead?.id ?? "", limit: TOUCHES }), enabled: lead !== undefined });
  if (!type || !lead || !touches) return null;
  const source = fieldOf(type, SOURCE);
  const sourceLabel = source && optionOf(source, lead.values[SOURCE])?.label;
  // The pages of a list begin with the newest: beyond one page, the first of all is not among them.
  const first = touches.next_cursor ? undefined : touches.items.at(-1);
  const form = first && (first.source?.name ?? first.sender);
  const count = touches.items.length;
  const sub = [originText(touches.first), count > 1 && `${wholeText(count)}${touches.next_cursor ? "+" : ""} touches`].filter(Boolean);
  const at = first?.received_at ?? String(lead.values["created_at"] ?? "");
  return (
    <BesideSection title="Came from">
      <Link className={classes.lead} to="/records/$type/$id" params={{ type: LEAD, id: lead.id }}>
        <IconForms size={14} stroke={1.75} aria-hidden />
        <span className={classes.words}>
          <span className="k-truncate">
            {[form ?? sourceLabel ?? "A lead", at && shortDate(new Date(at), now, zone)].filter(Boolean).join(", ")}
          </span>
          {sub.length > 0 && <span className={`${classes.sub} k-truncate`}>{sub.join(", ")}</span>}
        </span>
      </Link>
    </BesideSection>
  );
}
