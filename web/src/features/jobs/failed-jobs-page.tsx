import type { OutputOf } from "@kith/server/contract";
import { Button } from "@mantine/core";
import { useRef } from "react";
import { useRows, useWrite } from "../../calls.ts";
import { AdminsOnly, AreaPage } from "../../layout/area-page.tsx";
import { useIsAdmin } from "../../session.ts";
import { LoadMore } from "../../ui/buttons.tsx";
import { RelativeTime } from "../../ui/clock.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";

type FailedJob = OutputOf<"jobs.listFailed">["items"][number];

const columns: Column<FailedJob>[] = [
  { title: "Job", width: 200, cell: (job) => job.label, isName: true, wraps: true },
  { title: "Reason", cell: (job) => job.reason, wraps: true },
  { title: "Tries", width: 70, cell: (job) => job.attempts },
  { title: "Failed", width: 110, cell: (job) => <RelativeTime at={job.failed_at} /> },
];

export function FailedJobsPage() {
  return (
    <AreaPage area="Company" title="Background jobs">
      {useIsAdmin() ? <FailedJobs /> : <AdminsOnly>Admins see background jobs that failed here.</AdminsOnly>}
    </AreaPage>
  );
}

function FailedJobs() {
  const query = useRows("jobs.listFailed", {});
  return (
    <Section
      title="Failed background jobs"
      lead="Emails, imports, exports and counts run in the background. A job that fails on its last try is kept here for 30 days."
    >
      <Loaded query={query} what="The failed jobs">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No failed jobs">Every background job has finished or is still running.</EmptyState>
          ) : (
            <DataTable
              label="Failed background jobs"
              rows={rows}
              rowId={(job) => job.id}
              rowName={(job) => job.label}
              columns={columns}
              phone={(job) => ({
                title: job.label,
                side: <RelativeTime at={job.failed_at} />,
                detail: `${job.reason} · ${job.attempts} tries`,
                action: <Action job={job} />,
              })}
              more={(job) => <Action job={job} />}
              moreWidth={132}
            />
          )
        }
      </Loaded>
      <LoadMore query={query} />
    </Section>
  );
}

function Action({ job }: { job: FailedJob }) {
  return job.can_retry ? <TryAgain job={job} /> : <span className="k-faint">Start a new one</span>;
}

function TryAgain({ job }: { job: FailedJob }) {
  const toast = useToast();
  const button = useRef<HTMLButtonElement>(null);
  const retry = useWrite("jobs.retry", {
    refresh: ["jobs.listFailed"],
    onDone() {
      focusNearest(button.current);
      toast({ text: `Trying “${job.label}” again.` });
    },
  });
  return (
    <Button
      ref={button}
      loading={retry.isPending}
      onClick={() => retry.mutate({ id: job.id })}
      aria-label={`Try again: ${job.label}`}
      data-retry
    >
      Try again
    </Button>
  );
}

// The row is about to leave the list. Without this, a keyboard user would start again at the top of the page.
function focusNearest(button: HTMLElement | null): void {
  const buttons = [...document.querySelectorAll<HTMLElement>("[data-retry]")];
  const at = buttons.findIndex((one) => one === button);
  const nearest = buttons[at + 1] ?? buttons[at - 1] ?? document.getElementById("main");
  nearest?.focus();
}
