import { ActionIcon, NativeSelect, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { Avatar } from "../../../ui/avatar.tsx";
import { inMain } from "../../../ui/browser.ts";
import { usePeople } from "../people.ts";
import { useDestinations } from "../read.ts";
import type { Then } from "./draft.ts";
import { NumberField } from "./number-field.tsx";
import { firstName, HOW, sharesOf } from "./rule-text.ts";
import classes from "./rules.module.css";

interface ThenFieldsProps {
  then: Then;
  onChange: (then: Then) => void;
  error: string | undefined;
}

type Assign = Extract<Then, { kind: "assign" }>;
type Send = Extract<Then, { kind: "send" }>;

/** Who gets what the rule matches: people here, or a destination. */
export function ThenFields({ then, onChange, error }: ThenFieldsProps) {
  const destinations = useDestinations().data ?? [];
  const choose = (value: string) => {
    if (value === "send") return onChange({ kind: "send", destination_id: destinations[0]?.id ?? "", on_unknown: "hold" });
    const people = then.kind === "assign" ? then.people : [];
    const how = value as Assign["how"];
    onChange({ kind: "assign", how, people: how === "person" ? people.slice(0, 1) : people });
  };
  return (
    <>
      <NativeSelect
        aria-label="What happens"
        size="sm"
        value={then.kind === "send" ? "send" : then.how}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          ...Object.entries(HOW).map(([value, label]) => ({ value, label })),
          { value: "send", label: "Send to a destination", disabled: destinations.length === 0 && then.kind !== "send" },
        ]}
      />
      {then.kind === "assign" ? (
        <PeopleFields then={then} onChange={onChange} />
      ) : (
        <SendFields then={then} onChange={onChange} destinations={destinations} />
      )}
      {error && <p className={classes.error}>{error}</p>}
    </>
  );
}

function PeopleFields({ then, onChange }: { then: Assign; onChange: (then: Then) => void }) {
  const people = usePeople();
  const shares = sharesOf(then.people.map(({ weight = 1 }) => weight));
  const chosen = new Set(then.people.map(({ user_id }) => user_id));
  const offered = [...people.values()].filter((member) => member.disabled_at === null && !chosen.has(member.id));
  const set = (list: Assign["people"]) => onChange({ ...then, people: list });
  const add = (id: string | null) => {
    if (id) set(then.how === "person" ? [{ user_id: id, weight: 1 }] : [...then.people, { user_id: id, weight: 1 }]);
  };
  return (
    <>
      {then.people.map(({ user_id: id, weight = 1 }, at) => {
        const name = people.get(id)?.name ?? "Somebody who left";
        return (
          <span className={classes.share} key={id}>
            <Avatar id={id} name={name} />
            <span title={name}>{firstName(name)}</span>
            {then.how === "weighted" && (
              <>
                <NumberField
                  label={`Weight of ${name}`}
                  value={weight}
                  max={100}
                  onChange={(next) => set(then.people.map((one) => (one.user_id === id ? { ...one, weight: next } : one)))}
                />
                <span className={classes.percent}>{shares[at]} %</span>
              </>
            )}
            {then.people.length > 1 && (
              <ActionIcon aria-label={`Remove ${name}`} onClick={() => set(then.people.filter((one) => one.user_id !== id))}>
                <IconX size={14} stroke={1.75} />
              </ActionIcon>
            )}
          </span>
        );
      })}
      <Select
        className={classes.adder}
        aria-label={then.how === "person" ? "Person" : "Add a person"}
        placeholder={then.how === "person" && then.people.length > 0 ? "Somebody else" : "Add a person"}
        size="sm"
        data={offered.map(({ id, name }) => ({ value: id, label: name }))}
        value={null}
        onChange={add}
        comboboxProps={{ portalProps: inMain }}
        searchable
        nothingFoundMessage="Nobody else"
      />
    </>
  );
}

interface SendFieldsProps {
  then: Send;
  onChange: (then: Then) => void;
  destinations: { id: string; name: string }[];
}

function SendFields({ then, onChange, destinations }: SendFieldsProps) {
  const isKnown = destinations.some(({ id }) => id === then.destination_id);
  return (
    <>
      <NativeSelect
        aria-label="Destination"
        size="sm"
        value={isKnown ? then.destination_id : ""}
        onChange={(event) => onChange({ ...then, destination_id: event.currentTarget.value })}
        data={[
          ...(isKnown ? [] : [{ value: "", label: "Choose a destination", disabled: true }]),
          ...destinations.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <span className={classes.words}>if nobody knows whether it arrived</span>
      <NativeSelect
        aria-label="If nobody knows whether it arrived"
        size="sm"
        value={then.on_unknown}
        onChange={(event) => onChange({ ...then, on_unknown: event.currentTarget.value === "next" ? "next" : "hold" })}
        data={[
          { value: "hold", label: "wait for a person" },
          { value: "next", label: "go on to the next rule" },
        ]}
      />
    </>
  );
}
