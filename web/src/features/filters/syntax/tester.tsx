import { Select } from "@mantine/core";
import { sections } from "../../../../../packages/filter/SYNTAX.md";
import { type RecordType, useTypesWhenKnown } from "../../types/index.ts";
import { FilterBar } from "../filter-bar.tsx";
import { type FilterLanguage, useFilterLanguage } from "../language.ts";
import { Matches } from "./matches.tsx";
import { ShareTabs } from "./share-tabs.tsx";
import classes from "./filter-syntax.module.css";

interface TesterProps {
  /** From the address: what was tried last. */
  tried: { type?: string; filter?: string };
  onTry: (type: string, filter: string) => void;
}

/** A filter tried on the reader's own records. */
export function Tester({ tried, onTry }: TesterProps) {
  const types = useTypesWhenKnown()?.items;
  const type = types?.find((one) => one.key === (tried.type ?? "deal")) ?? types?.[0];
  const language = useFilterLanguage(type?.key ?? "");
  if (!types || !type || !language) return <div className={classes.waiting} role="status" aria-label="Loading" />;
  return (
    <section className={classes.tester} aria-label="Try a filter">
      <Select
        className={classes.type}
        size="sm"
        aria-label="Records to filter"
        data={types.map(({ key, label_plural }) => ({ value: key, label: label_plural }))}
        value={type.key}
        onChange={(key) => key && onTry(key, "")}
      />
      <Trial type={type} filter={tried.filter ?? firstExample(type, language)} onFilter={(filter) => onTry(type.key, filter)} />
    </section>
  );
}

function Trial({ type, filter, onFilter }: { type: RecordType; filter: string; onFilter: (filter: string) => void }) {
  return (
    <>
      <FilterBar type={type.key} value={filter} onChange={onFilter} key={type.key} />
      <Matches type={type} filter={filter} />
      <ShareTabs type={type.key} filter={filter} />
    </>
  );
}

/** Something to see from the start; nothing when the company changed the fields it is about. */
function firstExample(type: RecordType, language: FilterLanguage): string {
  const block = sections.find((section) => "type" in section && section.type === type.key);
  const filter = block && "examples" in block ? (block.examples[0]?.filter ?? "") : "";
  return language.check(filter).ok ? filter : "";
}
