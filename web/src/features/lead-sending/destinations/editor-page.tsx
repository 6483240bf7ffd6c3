import { Button } from "@mantine/core";
import { IconPlayerPlay, IconSend } from "@tabler/icons-react";
import { linkOptions, useNavigate, useParams } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useWrite } from "../../../calls.ts";
import { AdminsOnly } from "../../../layout/area-page.tsx";
import { useIsAdmin } from "../../../session.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { Line, Lines, Page, Section } from "../../../ui/page.tsx";
import { FieldSkeleton, Notice } from "../../../ui/states.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { Unsaved } from "../../../ui/unsaved.tsx";
import { type Destination, POLL_MS } from "../read.ts";
import { ShownOnce } from "../shown-once.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { DestinationForm } from "./destination-form.tsx";
import { DestinationMenu } from "./destination-menu.tsx";
import classes from "./destinations.module.css";
import { createInput, draftOf, NEW_DESTINATION, updateInput } from "./draft.ts";
import { addressOf, dayText, DestinationState, healthText, KINDS } from "./health.tsx";
import { useSetState } from "./set-state.ts";

export const PARENT = { title: "Destinations", link: linkOptions({ to: "/lead-sending/destinations" }) };

export function NewDestinationPage() {
  const isAdmin = useIsAdmin();
  return (
    <Page area="Lead sending" parents={[PARENT]} title="Add a destination" isWide>
      {isAdmin ? <NewDestination /> : <AdminsOnly>Only an Admin can add a destination.</AdminsOnly>}
    </Page>
  );
}

function NewDestination() {
  const navigate = useNavigate();
  const toast = useToast();
  const [isChanged, setChanged] = useState(false);
  const [added, setAdded] = useState<{ id: string; name: string; secret: string }>();
  const open = (id: string) =>
    navigate({ to: "/lead-sending/destinations/$destination", params: { destination: id }, ignoreBlocker: true });
  const write = useWrite("leadSending.createDestination", {
    showsError: false,
    refresh: ["leadSending.listDestinations"],
    onDone: async ({ destination: { id, name }, secret }) => {
      setChanged(false);
      if (secret) return setAdded({ id, name, secret });
      toast({ text: `Destination “${name}” added.` });
      await open(id);
    },
  });
  return (
    <>
      <DestinationForm
        initial={NEW_DESTINATION}
        isNew
        onSave={(draft) => write.mutate(createInput(draft))}
        onChanged={setChanged}
        isSaving={write.isPending}
        error={write.error}
        button="Add destination"
      />
      <Unsaved isChanged={isChanged && !added}>The destination has not been added.</Unsaved>
      {added && (
        <ShownOnce
          title={`Destination “${added.name}” added`}
          what="secret"
          text={added.secret}
          onClose={() => {
            write.reset();
            setAdded(undefined);
            void open(added.id);
          }}
        >
          The receiver checks the signature of every lead with it.
        </ShownOnce>
      )}
    </>
  );
}

/** One destination: how it is doing, what it is, and what it was sent. */
export function DestinationPage() {
  const { destination: id } = useParams({ from: "/lead-sending/destinations/$destination" });
  const isAdmin = useIsAdmin();
  const query = useQuery({ ...read("leadSending.getDestination", { id }), staleTime: 0, refetchInterval: POLL_MS });
  const destination = query.data;
  return (
    <Page
      area="Lead sending"
      parents={[PARENT]}
      title={destination?.name ?? "Destination"}
      isWide
      side={
        destination && (
          <>
            <DestinationState destination={destination} />
            {isAdmin && <DestinationMenu destination={destination} />}
          </>
        )
      }
    >
      <Loaded query={query} what="The destination" skeleton={<FieldSkeleton fields={4} />}>
        {(found) => (
          <>
            <Health destination={found} isAdmin={isAdmin} />
            {isAdmin ? <Edit destination={found} key={`${found.id} ${found.updated_at}`} /> : <Facts destination={found} />}
            <DeliveryList destination={found} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Health({ destination, isAdmin }: { destination: Destination; isAdmin: boolean }) {
  const navigate = useNavigate();
  const setState = useSetState(destination);
  const test = useWrite("leadSending.testDestination", {
    onDone: ({ delivery }) => navigate({ to: "/lead-sending/deliveries/$delivery", params: { delivery } }),
  });
  const { id, state, last_day: day } = destination;
  const isUnwell = state === "failing" || state === "down";
  return (
    <Section
      title="Health"
      actions={
        isAdmin &&
        (state === "paused" ? (
          <Button size="sm" variant="filled" leftSection={<IconPlayerPlay size={16} stroke={1.75} />} onClick={() => setState("on")}>
            Turn on
          </Button>
        ) : (
          <Button size="sm" leftSection={<IconSend size={16} stroke={1.75} />} loading={test.isPending} onClick={() => test.mutate({ id })}>
            Send a test lead
          </Button>
        ))
      }
    >
      <Notice tone={isUnwell ? "bad" : state === "on" && day.accepted > 0 ? "good" : "neutral"}>
        {[healthText(destination), `${dayText(day)} in the last 24 hours.`].filter(Boolean).join(" ")}
        {isUnwell && " Leads go on to the next rule meanwhile."}
      </Notice>
    </Section>
  );
}

function Facts({ destination }: { destination: Destination }) {
  const { kind, mapping, return_days: days } = destination;
  return (
    <Section title="Settings">
      <Lines>
        <Line label="Kind">
          <span className={classes.value}>{KINDS[kind]}</span>
        </Line>
        <Line label="Address">
          <span className={`${classes.value} ${kind === "http" ? "k-mono" : ""}`}>{addressOf(destination)}</span>
        </Line>
        {kind === "http" && (
          <Line label="Body">
            <span className={`${classes.value} k-mono`}>{mapping.map(({ to }) => to).join(", ") || "every value"}</span>
          </Line>
        )}
        <Line label="Returns">
          <span className={classes.value}>{days === 0 ? "Not possible" : `For ${days} days`}</span>
        </Line>
      </Lines>
    </Section>
  );
}

function Edit({ destination }: { destination: Destination }) {
  const toast = useToast();
  const [isChanged, setChanged] = useState(false);
  // The page is read again every few seconds: what is typed stays.
  const [initial] = useState(() => draftOf(destination));
  const write = useWrite("leadSending.updateDestination", {
    showsError: false,
    refresh: ["leadSending.listDestinations", "leadSending.getDestination"],
    onDone: () => {
      setChanged(false);
      toast({ text: `Destination “${destination.name}” saved.` });
    },
  });
  return (
    <Section title="Settings">
      <DestinationForm
        initial={initial}
        onSave={(draft) => write.mutate(updateInput(destination.id, draft))}
        onChanged={setChanged}
        isSaving={write.isPending}
        error={write.error}
        button="Save"
      />
      <Unsaved isChanged={isChanged}>{`Your changes of “${destination.name}” have not been saved.`}</Unsaved>
    </Section>
  );
}
