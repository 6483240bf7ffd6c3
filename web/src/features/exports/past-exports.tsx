import { wholeText } from "../../ui/formats.ts";
import { ActionIcon } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";
import { RelativeTime, useClock } from "../../ui/clock.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { type Export, useDownload, useExport } from "./export.ts";
import classes from "./exports.module.css";

const SHOWN = 5;

/** The last exports of this user, for another download while they are kept. */
export function PastExports() {
  const { data, error, refetch } = useQuery({ ...read("exports.list", { limit: SHOWN }), staleTime: 0 });
  const { now } = useClock();
  if (!data && error) return <ErrorState title="Your exports could not be loaded" message={error.message} onRetry={() => void refetch()} />;
  const kept = data?.items.filter((file) => new Date(file.expires_at) > now) ?? [];
  if (kept.length === 0) return null;
  return (
    <section aria-label="Your exports">
      <h3 className={classes.heading}>Your exports from the last 7 days</h3>
      <ul className={classes.past}>
        {kept.map((file) => (
          <PastExport key={file.id} listed={file} />
        ))}
      </ul>
    </section>
  );
}

function PastExport({ listed }: { listed: Export }) {
  const file = useCurrent(listed);
  const download = useDownload();
  return (
    <li>
      <span className="k-truncate">{file.name}</span>
      <span className={`${classes.how} k-faint`}>
        {file.state === "failed" ? (file.failure ?? "Stopped") : `${wholeText(file.rows)} rows`}
        {file.state === "running" && ", running"}
      </span>
      <span className="k-faint">
        <RelativeTime at={file.created_at} />
      </span>
      <ActionIcon
        aria-label={`Download ${file.name}, ${file.rows} rows`}
        disabled={file.state !== "done"}
        loading={download.isPending}
        onClick={() => download.mutate(file)}
      >
        <IconDownload size={16} stroke={1.75} />
      </ActionIcon>
    </li>
  );
}

/** A running export is polled; a finished one stays as listed. */
function useCurrent(listed: Export): Export {
  const { data } = useExport(listed.id, listed.state === "running");
  return data ?? listed;
}
