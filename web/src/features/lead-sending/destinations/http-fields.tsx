import { NativeSelect, TextInput } from "@mantine/core";
import { Notice } from "../../../ui/states.tsx";
import { HeaderInputs } from "../../webhooks/index.ts";
import { AnswerFields } from "./answer-fields.tsx";
import { type DestinationDraft, leavesHost } from "./draft.ts";
import classes from "./destinations.module.css";
import { MappingFields } from "./mapping-fields.tsx";

interface HttpFieldsProps {
  draft: DestinationDraft;
  initial: DestinationDraft;
  change: (part: Partial<DestinationDraft>) => void;
  problems: Record<string, string>;
}

const SECONDS = [1, 2, 3, 5, 8, 10, 15];

export function HttpFields({ draft, initial, change, problems }: HttpFieldsProps) {
  const of = (field: string) => Object.entries(problems).find(([pointer]) => pointer.startsWith(field))?.[1];
  return (
    <>
      <TextInput
        name="url"
        label="URL"
        type="url"
        placeholder="https://example.com/leads"
        classNames={{ input: classes.mono }}
        autoComplete="off"
        value={draft.url}
        error={problems["url"]}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      {leavesHost(initial.url, draft.url) && draft.headers.some(({ isStored }) => isStored) && (
        <Notice>Headers stay with their host. Type their values again for this one, or they are removed.</Notice>
      )}
      <HeaderInputs headers={draft.headers} onChange={(headers) => change({ headers })} error={of("headers")} />
      <MappingFields mapping={draft.mapping} onChange={(mapping) => change({ mapping })} error={of("mapping")} />
      <fieldset className={classes.set}>
        <legend>Accepted</legend>
        <TextInput
          label="Statuses"
          placeholder="200 to 299"
          inputMode="numeric"
          autoComplete="off"
          value={draft.statuses}
          error={of("accept")}
          onChange={(event) => change({ statuses: event.currentTarget.value })}
        />
        <AnswerFields label="and the answer says" test={draft.accepted} onChange={(accepted) => change({ accepted })} />
        <AnswerFields
          label="Refused, whatever the status, if the answer says"
          test={draft.refused}
          onChange={(refused) => change({ refused })}
        />
        <NativeSelect
          label="Wait for an answer"
          value={String(draft.timeout_seconds)}
          onChange={(event) => change({ timeout_seconds: Number(event.currentTarget.value) })}
          data={[...new Set([...SECONDS, draft.timeout_seconds])]
            .toSorted((one, other) => one - other)
            .map((seconds) => ({ value: String(seconds), label: seconds === 1 ? "1 second" : `${seconds} seconds` }))}
        />
      </fieldset>
    </>
  );
}
