import { useRef } from "react";
import { useKeys } from "../../ui/keyboard.ts";
import type { RecordType } from "../types/index.ts";
import { type ListView, SaveView } from "../views/index.ts";
import { FilterBar, type FilterBarHandle } from "../filters/index.ts";
import classes from "./list-page.module.css";
import { ShareMenu } from "./share-menu.tsx";

/** The filter as text, and what can be done with it: save it as a view, take it along as a link or a call. */
export function FilterRow({ type, view }: { type: RecordType; view: ListView }) {
  const bar = useRef<FilterBarHandle>(null);
  useKeys({ "/": () => bar.current?.focus() });
  return (
    <div className={classes.filter}>
      <FilterBar type={type.key} value={view.filter} onChange={(filter) => view.set({ filter })} ref={bar} />
      <SaveView type={type} view={view} />
      <ShareMenu type={type} view={view} />
    </div>
  );
}
