import type { OutputOf } from "@kith/server/contract";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import { FieldValue } from "../fields/index.ts";
import { MergeDialog } from "../records/index.ts";
import type { RecordType } from "../types/index.ts";
import classes from "./duplicates.module.css";

type Pair = OutputOf<"duplicates.list">["items"][number];

interface PairCardProps {
  type: RecordType;
  pair: Pair;
}

/** Two records side by side: why they may be the same, what differs, and what to do. */
export function PairCard({ type, pair }: PairCardProps) {
  const [isMerging, setMerging] = useState(false);
  const client = useQueryClient();
  const toast = useToast();
  const { records, reasons } = pair;
  const [record, other] = records.map(({ id }) => id);
  const reopen = useWrite("duplicates.dismiss", { refresh: ["duplicates.list"] });
  const dismiss = useWrite("duplicates.dismiss", {
    refresh: ["duplicates.list"],
    onDone: (_answer, input) =>
      toast({ text: "Marked as different. This pair is no longer listed.", undo: () => reopen.mutate({ ...input, is_dismissed: false }) }),
  });
  if (!record || !other) return null;
  const names = records.map(({ title }) => title).join(" and ");
  const fields = type.fields.filter(({ key }) => key !== "name" && records.some(({ values }) => key in values));
  return (
    <li className={classes.pair} tabIndex={-1} aria-label={names} data-pair>
      <table className={classes.table}>
        <caption className={classes.reasons}>{reasons.join(" · ")}</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            {records.map(({ id, title }) => (
              <th scope="col" key={id}>
                <Link to="/records/$type/$id" params={{ type: type.key, id }}>
                  {title}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.key}>
              <th scope="row">{field.label}</th>
              {records.map(({ id, values }) => (
                <td key={id}>
                  <FieldValue field={field} value={values[field.key] ?? null} isInert />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.actions}>
        <Button
          size="sm"
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate({ type: type.key, record, other, is_dismissed: true })}
          data-action="dismiss"
        >
          Not a duplicate
        </Button>
        <Button size="sm" variant="filled" onClick={() => setMerging(true)} data-action="merge">
          Merge
        </Button>
      </div>
      {isMerging && (
        <MergeDialog
          type={type}
          records={records}
          onClose={() => setMerging(false)}
          onMerged={() => void client.invalidateQueries({ queryKey: ["duplicates.list"] })}
        />
      )}
    </li>
  );
}
