import { linkOptions, Link, useParams } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "@kith/server/contract";
import { useState } from "react";
import { read } from "../../../calls.ts";
import { useIsAdmin } from "../../../session.ts";
import { useClock } from "../../../ui/clock.tsx";
import { CopyIcon } from "../../../ui/copy.tsx";
import { wholeText } from "../../../ui/formats.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { Line, Lines, Page, Section } from "../../../ui/page.tsx";
import { Notice } from "../../../ui/states.tsx";
import { attemptTitle, clockText, HttpBlock, JsonText } from "../../webhooks/index.ts";
import { KINDS } from "../destinations/health.tsx";
import { type Delivery, POLL_MS } from "../read.ts";
import { DeliveryActions } from "./delivery-actions.tsx";
import { HopState } from "./hop-state.tsx";
import classes from "./delivery.module.css";

type Whole = OutputOf<"leadSending.getDelivery">;
type Attempt = Whole["attempts"][number];

const PARENT = { title: "Log", link: linkOptions({ to: "/lead-sending/log" }) };

/** One sending of a lead: every try, exactly what was sent, and what came back. */
export function LeadDeliveryPage() {
  const { delivery: id } = useParams({ from: "/lead-sending/deliveries/$delivery" });
  const query = useQuery({ ...read("leadSending.getDelivery", { id }), staleTime: 0, refetchInterval: POLL_MS });
  const delivery = query.data?.delivery;
  const isAdmin = useIsAdmin();
  return (
    <Page
      area="Lead sending"
      parents={[PARENT]}
      title={delivery ? nameOf(delivery) : "Delivery"}
      isWide
      side={delivery && <HopState delivery={delivery} />}
    >
      <Loaded query={query} what="The delivery">
        {(whole) => (
          <>
            <State delivery={whole.delivery} />
            {isAdmin && <DeliveryActions delivery={whole.delivery} />}
            <Facts delivery={whole.delivery} />
            <Tries attempts={whole.attempts} />
            <Sent whole={whole} isAdmin={isAdmin} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

export const nameOf = ({ lead, is_test: isTest }: Delivery) => lead?.name ?? (isTest ? "Test lead" : "A lead that is deleted");

/** What it means and what happens next. */
export function stateSentence({ state, destination, reason, is_held: isHeld, is_test: isTest, return_reason: back }: Delivery): string {
  const why = reason ? ` ${sentence(reason)}` : "";
  const on = isTest ? "" : " The lead went on to the next rule.";
  switch (state) {
    case "reserved":
      return "It waits to be sent.";
    case "sending":
      return `It is being sent to ${destination.name}.`;
    case "accepted":
      return `${destination.name} took it.${why}`;
    case "refused":
      return `${destination.name} refused it.${why}${on}`;
    case "timeout":
      return `${destination.name} did not answer in time.${why}${on}`;
    case "unknown":
      return `Nobody knows whether it arrived.${why}${isHeld ? " It waits for a person: send it again with the same key, or let the rules go on." : ""}`;
    case "returned":
      return `${destination.name} gave it back${back ? `: “${back}”` : ""}.${on}`;
  }
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

const TONES = {
  reserved: "neutral",
  sending: "neutral",
  accepted: "good",
  refused: "bad",
  timeout: "bad",
  unknown: "bad",
  returned: "neutral",
} as const;

function State({ delivery }: { delivery: Delivery }) {
  return (
    <div className={classes.state}>
      <Notice tone={TONES[delivery.state]}>{stateSentence(delivery)}</Notice>
    </div>
  );
}

function Facts({ delivery: { id, lead, destination, tries, reserved_at: at, returned_by: by } }: { delivery: Delivery }) {
  const { now, zone } = useClock();
  return (
    <Section title="Delivery">
      <Lines>
        {lead && (
          <Line label="Lead">
            <Link className={classes.value} to="/records/$type/$id" params={{ type: "lead", id: lead.id }}>
              {lead.name}
            </Link>
          </Line>
        )}
        <Line label="To">
          <span className={classes.value}>
            {destination.is_deleted ? (
              `${destination.name} (deleted)`
            ) : (
              <Link to="/lead-sending/destinations/$destination" params={{ destination: destination.id }}>
                {destination.name}
              </Link>
            )}
            <span className="k-faint"> {KINDS[destination.kind]}</span>
          </span>
        </Line>
        <Line label="When">
          <span className={classes.value}>
            {clockText(new Date(at), now, zone)}, {tries === 1 ? "1 try" : `${tries} tries`}
          </span>
        </Line>
        {by && (
          <Line label="Returned by">
            <span className={classes.value}>{by.name}</span>
          </Line>
        )}
        <Line label="Key">
          <span className={`k-mono ${classes.value}`}>{id}</span>
          <CopyIcon text={id} label="Copy the idempotency key" />
        </Line>
      </Lines>
    </Section>
  );
}

function Tries({ attempts }: { attempts: Attempt[] }) {
  const [chosen, setChosen] = useState<number>();
  const { now, zone } = useClock();
  const at = chosen ?? attempts.length - 1;
  const attempt = attempts[at];
  if (!attempt) return null;
  return (
    <Section title="Answer" lead="What the receiver said, word for word. It comes from outside.">
      {attempts.length > 1 && (
        <div className={classes.tries} role="group" aria-label="Tries">
          {attempts.map((one, place) => (
            <button
              className={classes.try}
              type="button"
              aria-pressed={place === at}
              onClick={() => setChosen(place)}
              key={one.at + String(place)}
            >
              {`Try ${place + 1}`} <span>{clockText(new Date(one.at), now, zone)}</span>
            </button>
          ))}
        </div>
      )}
      <HttpBlock
        label="What was answered"
        head={
          <>
            <b>{titleOf(attempt)}</b>
            {attempt.ms !== null && <span className="k-faint"> after {wholeText(attempt.ms)} ms</span>}
          </>
        }
      >
        {attempt.answer ? <JsonText text={attempt.answer} label="Body of the answer" /> : <span className="k-faint">No body.</span>}
      </HttpBlock>
    </Section>
  );
}

const titleOf = (attempt: Attempt) =>
  attempt.error === "died"
    ? "The sender stopped while sending"
    : attempt.status === null && attempt.error === null
      ? "Done"
      : attemptTitle(attempt);

function Sent({ whole: { body, delivery }, isAdmin }: { whole: Whole; isAdmin: boolean }) {
  return (
    <Section title="What was sent" lead={body === null ? undefined : "The same bytes in every try."}>
      {body === null ? (
        <p className="k-muted">{isAdmin ? missingText(delivery) : "Only Admins can see what was sent."}</p>
      ) : (
        <HttpBlock label="What was sent">
          <JsonText text={body} label="Body of the request" />
        </HttpBlock>
      )}
    </Section>
  );
}

const missingText = ({ tries, destination }: Delivery) =>
  tries === 0
    ? "Nothing was sent yet."
    : destination.kind === "teammate"
      ? "Nothing was sent: the lead changed its owner."
      : "It was kept for 30 days.";
