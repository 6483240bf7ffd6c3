import { NativeSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../calls.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { SkeletonRows } from "../../../ui/states.tsx";
import { HttpBlock, JsonText } from "../../webhooks/index.ts";
import { type MappedDraft, mappingOf } from "./draft.ts";
import classes from "./destinations.module.css";

const TYPING_MS = 300;
const OFFERED = 20;

/** The body as a lead would be sent, while the mapping is written. */
export function MappingPreview({ mapping }: { mapping: MappedDraft[] }) {
  const [lead, setLead] = useState("");
  const [settled] = useDebouncedValue(mapping, TYPING_MS);
  const leads = useQuery(read("records.list", { type: "lead", limit: OFFERED, sort: "-created_at", fields: ["name"] })).data?.items ?? [];
  const query = useQuery({
    ...read("leadSending.previewMapping", { mapping: mappingOf(settled), ...(lead ? { lead } : {}) }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <section className={classes.preview} aria-label="Preview">
      <div className={classes.previewHead}>
        <h2 className={classes.heading}>What is sent</h2>
        <NativeSelect
          aria-label="Lead of the preview"
          size="sm"
          value={lead}
          onChange={(event) => setLead(event.currentTarget.value)}
          data={[{ value: "", label: "A sample lead" }, ...leads.map(({ id, title }) => ({ value: id, label: title }))]}
        />
      </div>
      <Loaded query={query} what="The preview" skeleton={<SkeletonRows rows={4} />}>
        {({ body }) => (
          <HttpBlock label="Body">
            <JsonText text={pretty(body)} label="Body of the request" />
          </HttpBlock>
        )}
      </Loaded>
      <p className={`k-tip ${classes.tip}`}>
        Every request also has the headers <code>idempotency-key</code>, which is the same in every try, and a signature.
      </p>
    </section>
  );
}

/** On several lines for the eye; what is sent has none. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
