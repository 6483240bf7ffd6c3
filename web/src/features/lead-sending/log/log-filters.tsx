import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../../calls.ts";
import { inMain } from "../../../ui/browser.ts";
import { wholeText } from "../../../ui/formats.ts";
import parts from "../parts.module.css";
import { usePeople } from "../people.ts";
import { useDestinations, useRules } from "../read.ts";
import { ExportButton } from "./export-button.tsx";
import { DECISIONS, DELIVERIES, isKeyOf, type LogSearch } from "./log-search.ts";
import classes from "./log.module.css";
import { LOG, useLogSearch } from "./use-log-search.ts";

// Where counting ends: then "1,000+".
const MAX_COUNTED = 1_000;
const COUNT_EVERY_MS = 15_000;

/** By what was decided, or by what became of what was sent. */
export function Kinds({ isFiltering, onFilter }: { isFiltering: boolean; onFilter: () => void }) {
  const { search } = useLogSearch();
  const { data: counts } = useQuery({ ...read("leadSending.countLog", {}), refetchInterval: COUNT_EVERY_MS });
  const numbers: Record<string, number> = { ...counts?.decisions, ...counts?.deliveries };
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
          <Count n={show === undefined ? counts?.all : numbers[show]} />
        </Link>
      ))}
      <button type="button" className={`${parts.kind} k-phone`} aria-expanded={isFiltering} onClick={onFilter}>
        Filter
      </button>
    </nav>
  );
}

function Count({ n }: { n: number | undefined }) {
  if (n === undefined) return null;
  return <span>{n >= MAX_COUNTED ? `${wholeText(MAX_COUNTED)}+` : wholeText(n)}</span>;
}

export function Filters({ isShown }: { isShown: boolean }) {
  const { search, navigate } = useLogSearch();
  const rules = useRules().data?.rules ?? [];
  const destinations = useDestinations().data ?? [];
  const people = [...usePeople().values()];
  const choose = (part: LogSearch) => navigate({ ...search, why: undefined, ...part });
  const isAboutDeliveries = isKeyOf(DELIVERIES, search.show);
  const isSet = Boolean(search.rule ?? search.person ?? search.destination);
  return (
    <div className={classes.filters} data-shown={isShown || isSet || undefined}>
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
      {!isAboutDeliveries && <ExportButton />}
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
