import { ActionIcon, Button, NativeSelect } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import type { Cap, DraftRule } from "./draft.ts";
import { NumberField } from "./number-field.tsx";
import classes from "./rules.module.css";

type Scope = "caps" | "per_person";
type Per = Cap["per"];

const PERIODS: Per[] = ["hour", "day", "month"];
const MAX = 1_000_000;

interface CapFieldsProps {
  rule: DraftRule;
  onChange: (part: Partial<DraftRule>) => void;
}

/** At most so many leads: for the rule, or for each of its people; an hour, a day or a month. */
export function CapFields({ rule, onChange }: CapFieldsProps) {
  const hasPeople = rule.then.kind === "assign";
  const shown = (["per_person", "caps"] as const).flatMap((scope) => rule[scope].map((cap) => ({ scope, cap })));
  const free = freeOf(rule, hasPeople);
  const set = (scope: Scope, list: Cap[]) => onChange({ [scope]: list });
  const without = (scope: Scope, per: Per) => rule[scope].filter((cap) => cap.per !== per);
  const replace = (scope: Scope, cap: Cap, next: { scope: Scope; cap: Cap }) => {
    if (scope === next.scope) return set(scope, [...without(scope, cap.per), next.cap].toSorted(byPeriod));
    onChange({ [scope]: without(scope, cap.per), [next.scope]: [...rule[next.scope], next.cap].toSorted(byPeriod) });
  };
  return (
    <>
      {shown.map(({ scope, cap }) => (
        <span className={classes.limit} role="group" aria-label={`Cap per ${cap.per}`} key={scope + cap.per}>
          <span className={classes.words}>at most</span>
          <NumberField
            label="At most"
            value={cap.most}
            max={MAX}
            onChange={(most) =>
              set(
                scope,
                rule[scope].map((one) => (one.per === cap.per ? { ...one, most } : one)),
              )
            }
          />
          <NativeSelect
            aria-label="Counted for"
            size="sm"
            value={scope}
            data={[
              { value: "per_person", label: "per person and", disabled: !hasPeople || rule.per_person.some(({ per }) => per === cap.per) },
              { value: "caps", label: "in all per", disabled: rule.caps.some(({ per }) => per === cap.per) },
            ]}
            onChange={(event) => replace(scope, cap, { scope: event.currentTarget.value as Scope, cap })}
          />
          <NativeSelect
            aria-label="Period"
            size="sm"
            value={cap.per}
            data={PERIODS.map((per) => ({
              value: per,
              label: per,
              disabled: per !== cap.per && rule[scope].some((one) => one.per === per),
            }))}
            onChange={(event) => replace(scope, cap, { scope, cap: { ...cap, per: event.currentTarget.value as Per } })}
          />
          <ActionIcon aria-label={`Remove the cap per ${cap.per}`} onClick={() => set(scope, without(scope, cap.per))}>
            <IconX size={14} stroke={1.75} />
          </ActionIcon>
        </span>
      ))}
      {free && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() => set(free.scope, [...rule[free.scope], { per: free.per, most: 10 }].toSorted(byPeriod))}
        >
          Add a cap
        </Button>
      )}
    </>
  );
}

const byPeriod = (one: Cap, other: Cap) => PERIODS.indexOf(one.per) - PERIODS.indexOf(other.per);

/** What the next cap would be for: a day first, which most people mean. */
function freeOf(rule: DraftRule, hasPeople: boolean): { scope: Scope; per: Per } | undefined {
  const scopes: Scope[] = hasPeople ? ["per_person", "caps"] : ["caps"];
  const order: Per[] = ["day", "month", "hour"];
  return scopes.flatMap((scope) => order.filter((per) => !rule[scope].some((cap) => cap.per === per)).map((per) => ({ scope, per })))[0];
}
