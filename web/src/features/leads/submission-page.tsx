import { Link, linkOptions, useParams } from "@tanstack/react-router";
import { ApiError } from "../../api.ts";
import { ButtonLink } from "../../ui/buttons.tsx";
import { RelativeTime } from "../../ui/clock.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Line, Lines, Page, Section } from "../../ui/page.tsx";
import { EmptyState, FieldSkeleton } from "../../ui/states.tsx";
import { StatePill } from "../../ui/state-pill.tsx";
import { AttributionLines } from "./attribution.tsx";
import { ConsentLines } from "./consent.tsx";
import { Given } from "./given.tsx";
import classes from "./held.module.css";
import { Layers } from "./held-panel.tsx";
import { HeldButtons } from "./held-buttons.tsx";
import { type Submission, useSubmission } from "./read.ts";
import { nameOf } from "./reasons.ts";

const PARENT = { title: "Held submissions", link: linkOptions({ to: "/lead-sending/spam" }) };

/** All that is known about one submission. */
export function SubmissionPage() {
  const { submission: id } = useParams({ from: "/lead-sending/submissions/$submission" });
  const query = useSubmission(id);
  return (
    <Page
      area="Lead sending"
      parents={[PARENT]}
      title={query.data ? nameOf(query.data) : "Submission"}
      side={query.data && <SubmissionState submission={query.data} />}
    >
      {query.error instanceof ApiError && query.error.code === "not_found" ? (
        <EmptyState title="There is no such submission">Held ones are deleted after 90 days, dropped ones after 30.</EmptyState>
      ) : (
        <Loaded query={query} what="The submission" skeleton={<FieldSkeleton fields={6} />}>
          {(submission) => <Whole submission={submission} />}
        </Loaded>
      )}
    </Page>
  );
}

const STATES: Record<Submission["state"], [word: string, tone: "neutral" | "good" | "soon" | "bad"]> = {
  received: ["Waiting", "soon"],
  taken: ["Taken", "good"],
  held: ["Held", "bad"],
  dropped: ["Dropped", "neutral"],
  failed: ["Failed", "bad"],
};

function SubmissionState({ submission: { state } }: { submission: Submission }) {
  const [word, tone] = STATES[state];
  return <StatePill tone={tone}>{word}</StatePill>;
}

const KINDS = { new: "A new lead", touch: "Added to a lead that was open", contact: "A new lead of a known contact" };

function Whole({ submission }: { submission: Submission }) {
  const { source, sender, received_at: at, kind, lead, failure, ip, user_agent: agent } = submission;
  return (
    <>
      <Section
        title="What was sent"
        actions={
          lead ? (
            <ButtonLink to="/records/$type/$id" params={{ type: "lead", id: lead }} variant="filled" size="sm">
              Open the lead
            </ButtonLink>
          ) : (
            <HeldButtons submission={submission} />
          )
        }
      >
        <div className={classes.words}>
          <Given given={submission.given} />
        </div>
      </Section>
      <Section title="Facts">
        <Lines>
          <Line label="Form">
            <span className={classes.fact}>
              {source ? (
                <Link to="/lead-sending/sources/$source" params={{ source: source.id }}>
                  {source.name}
                </Link>
              ) : (
                (sender ?? "None")
              )}
            </span>
          </Line>
          <Line label="Received">
            <span className={classes.fact}>
              <RelativeTime at={at} />
            </span>
          </Line>
          {kind && (
            <Line label="Became">
              <span className={classes.fact}>{KINDS[kind]}</span>
            </Line>
          )}
          {failure && (
            <Line label="Failure">
              <span className={`${classes.fact} ${classes.failure}`}>{failure}</span>
            </Line>
          )}
          {ip && (
            <Line label="Address">
              <span className={`${classes.fact} k-mono`}>{ip}</span>
            </Line>
          )}
          {agent && (
            <Line label="Browser">
              <span className={classes.fact}>{agent}</span>
            </Line>
          )}
        </Lines>
      </Section>
      <Section title="Where they came from">
        <AttributionLines attribution={submission.attribution} />
      </Section>
      <Section title="Consent">
        <ConsentLines consent={submission.consent} />
      </Section>
      <Section title="Spam">
        <Layers submission={submission} />
      </Section>
    </>
  );
}
