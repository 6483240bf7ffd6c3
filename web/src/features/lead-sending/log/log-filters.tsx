import { Select } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { inMain } from "../../../ui/browser.ts";
import parts from "../parts.module.css";
import { usePeople } from "../people.ts";
import { useDestinations, useRules } from "../read.ts";
import { DECISIONS, DELIVERIES, isKeyOf, type LogSearch } from "./log-search.ts";
import classes from "./log.module.css";

export const LOG = "/lead-sending/log";

export function useLogSearch() {
  const search = useSearch({ from: LOG });
  const go = useNavigate();
  return { search, navigate: (next: LogSearch) => void go({ to: LOG, search: next, replace: true }) };
}

/** By what was decided, or by what became of what was sent. */
export function Kinds() {
  const { search } = useLogSearch();
  const kinds: [string | undefined, string][] = [[undefined, "All"], ...Object.entries(DECISIONS), ...Object.entries(DELIVERIES)];
  return (
    <nav className={parts.kinds} aria-label="Show">
      {kinds.map(([show, label]) => (
        <Link
          className={parts.kind}
          to={LOG}
          search={{ ...search, show, why: undefined }}
          aria-current={search.show === show ? "true" : undefined}
          key={label}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

export function Filters() {
  const { search, navigate } = useLogSearch();
  const rules = useRules().data?.rules ?? [];
  const destinations = useDestinations().data ?? [];
  const people = [...usePeople().values()];
  const choose = (part: LogSearch) => navigate({ ...search, why: undefined, ...part });
  const isAboutDeliveries = isKeyOf(DELIVERIES, search.show);
  return (
    <div className={classes.filters}>
      {!isAboutDeliveries && (
        <>
          <Chooser label="Rule" all="All rules" items={rules} value={search.rule} onChange={(rule) => choose({ rule })} />
          <Chooser label="Person" all="Everybody" items={people} value={search.person} onChange={(person) => choose({ person })} />
        </>
      )}
      <Chooser
        label="Destination"
        all="All destinations"
        items={destinations}
        value={search.destination}
        onChange={(destination) => choose({ destination })}
      />
    </div>
  );
}

interface ChooserProps {
  label: string;
  all: string;
  items: { id: string; name: string }[];
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

function Chooser({ label, all, items, value, onChange }: ChooserProps) {
  return (
    <Select
      aria-label={label}
      placeholder={all}
      size="sm"
      data={items.map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      comboboxProps={{ portalProps: inMain }}
      searchable
      clearable
    />
  );
}
