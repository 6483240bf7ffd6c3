import type { OutputOf } from "@kith/server/contract";
import { Button } from "@mantine/core";
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
  { title: "Job", width: 240, cell: (job) => job.label, isName: true },
  { title: "Reason", cell: (job) => <Reason job={job} /> },
  { title: "Tries", width: 70, cell: (job) => job.attempts },
  { title: "Failed", width: 120, cell: (job) => <RelativeTime at={job.failed_at} /> },
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
      lead="Mails, imports, exports and counts run in the background. A job that failed for good is kept here for 30 days."
    >
      <Loaded query={query} what="The failed jobs">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No failed jobs">Everything that was started in the background is done or still running.</EmptyState>
          ) : (
            <DataTable
              label="Failed background jobs"
              rows={rows}
              rowId={(job) => job.id}
              rowName={(job) => job.label}
              columns={columns}
              phone={(job) => ({ title: job.label, side: <RelativeTime at={job.failed_at} />, detail: job.reason })}
              more={(job) => (job.can_retry ? <TryAgain job={job} /> : null)}
              moreWidth={120}
            />
          )
        }
      </Loaded>
      <LoadMore query={query} />
    </Section>
  );
}

function Reason({ job }: { job: FailedJob }) {
  return (
    <span className="k-truncate" title={job.reason}>
      {job.reason}
    </span>
  );
}

function TryAgain({ job }: { job: FailedJob }) {
  const toast = useToast();
  const retry = useWrite("jobs.retry", { refresh: ["jobs.listFailed"], onDone: () => toast({ text: `“${job.label}” is tried again.` }) });
  return (
    <Button variant="default" size="xs" loading={retry.isPending} onClick={() => retry.mutate({ id: job.id })}>
      Try again
    </Button>
  );
}
