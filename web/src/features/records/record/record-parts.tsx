import { type ReactNode, Suspense } from "react";
import { type RecordPart, recordPartsOf, type ShownRecord, useFeatures } from "../../../manifest.ts";
import classes from "./record.module.css";

/** What other features add to the page of a record. */
export function RecordParts({ record, place }: { record: ShownRecord; place: RecordPart["place"] }) {
  const parts = recordPartsOf(useFeatures(), record.type, place);
  if (parts.length === 0) return null;
  return (
    <Suspense>
      {parts.map(({ order, Part }) => (
        <Part record={record} key={order} />
      ))}
    </Suspense>
  );
}

interface RecordSectionProps {
  title: string;
  /** Beside the title: a count, or a link. */
  side?: ReactNode;
  children: ReactNode;
}

/** A section in the column of what a record is related to, as the relations are. */
export function RecordSection({ title, side, children }: RecordSectionProps) {
  return (
    <section className={classes.related} aria-label={title}>
      <header className={classes.relatedHead}>
        <h2 className={classes.groupTitle}>{title}</h2>
        {side}
      </header>
      {children}
    </section>
  );
}
