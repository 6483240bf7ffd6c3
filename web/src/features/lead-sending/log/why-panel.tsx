import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../../calls.ts";
import { useIsAdmin } from "../../../session.ts";
import { useClock } from "../../../ui/clock.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { SidePanel } from "../../../ui/side-panel.tsx";
import { clockText } from "../../webhooks/index.ts";
import parts from "../parts.module.css";
import { type Delivery, POLL_MS } from "../read.ts";
import { firstName } from "../rules/rule-text.ts";
import { RouteAgain } from "./delivery-actions.tsx";
import { stateSentence } from "./delivery-page.tsx";
import { CAUSES, type Decision } from "./entry.ts";
import classes from "./log.module.css";
import { Steps } from "./steps.tsx";

interface WhyPanelProps {
  lead: { id: string; name: string };
  /** The decision that was chosen; the others of the lead are told, too. */
  n: number;
  /** Over the page in every window. */
  isOver?: boolean;
  onClose: () => void;
}

/** Why somebody got a lead: every decision about it, rule by rule, and what was sent. */
export function WhyPanel({ lead, n, isOver = false, onClose }: WhyPanelProps) {
  const isAdmin = useIsAdmin();
  const decisions = useQuery({ ...read("leadSending.listDecisions", { id: lead.id }), refetchInterval: POLL_MS });
  const all = decisions.data?.items ?? [];
  const chosen = all.find((one) => one.n === n);
  return (
    <SidePanel
      title={chosen ? questionOf(chosen) : "Why?"}
      onClose={onClose}
      isOver={isOver}
      foot={
        <>
          <Link className={classes.open} to="/records/$type/$id" params={{ type: "lead", id: lead.id }}>
            Open the lead
          </Link>
          {isAdmin && <RouteAgain lead={lead} />}
        </>
      }
    >
      <Loaded query={decisions} what="The decisions">
        {({ items }) => <Story decisions={items} leadId={lead.id} chosen={n} />}
      </Loaded>
    </SidePanel>
  );
}

/** "Why did Tomasz get this?" */
export function questionOf({ outcome: { kind, to } }: Pick<Decision, "outcome">): string {
  if (kind === "none" || !to) return "Why did nobody get this?";
  return kind === "assign" ? `Why did ${firstName(to)} get this?` : `Why did this go to ${to}?`;
}

interface StoryProps {
  decisions: Decision[];
  leadId: string;
  chosen?: number;
}

/** Every decision about a lead, the newest first, with what was sent after it. */
function Story({ decisions, leadId, chosen }: StoryProps) {
  const deliveries =
    useQuery({ ...read("leadSending.listDeliveries", { lead: leadId, limit: 50 }), refetchInterval: POLL_MS }).data?.items ?? [];
  const order = decisions.toSorted((one, other) => Number(other.n === chosen) - Number(one.n === chosen) || other.n - one.n);
  return (
    <div className={classes.story}>
      {order.map((decision) => (
        <One decision={decision} delivery={deliveries.find((one) => one.decision === decision.n)} key={decision.n} />
      ))}
    </div>
  );
}

function One({ decision, delivery }: { decision: Decision; delivery: Delivery | undefined }) {
  const { now, zone } = useClock();
  const { cause, at, sentence, steps, rules_version: version, is_same_again: isSame } = decision;
  return (
    <section className={classes.decision} aria-label={`Decision ${decision.n}`}>
      <p className={classes.when}>
        {CAUSES[cause]}, {clockText(new Date(at), now, zone)}
      </p>
      <p className={classes.sentence}>{sentence}</p>
      <Steps steps={steps} />
      {delivery && (
        <p className={classes.hop} data-tone={["refused", "timeout", "unknown"].includes(delivery.state) ? "bad" : undefined}>
          {stateSentence(delivery)}{" "}
          <Link to="/lead-sending/deliveries/$delivery" params={{ delivery: delivery.id }}>
            Payload and answer
          </Link>
        </p>
      )}
      <dl className={classes.facts}>
        <dt>Rules then</dt>
        <dd>{version > 0 ? `Version ${version}` : "No rules yet"}</dd>
        <dt>Run again</dt>
        <dd className={isSame ? parts.good : parts.bad}>{isSame ? "the same decision" : "another decision"}</dd>
      </dl>
    </section>
  );
}
