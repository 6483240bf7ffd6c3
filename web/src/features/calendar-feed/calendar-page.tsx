import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useWrite } from "../../calls.ts";
import { AreaPage } from "../../layout/area-page.tsx";
import { RelativeTime } from "../../ui/clock.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { LinkDialog } from "../../ui/link-dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { useToast } from "../../ui/toast.tsx";
import classes from "./calendar-page.module.css";

const LEAD = "Your open tasks with a due date, in the calendar on your phone or computer. It reads them again by itself.";

export function CalendarPage() {
  const query = useQuery(read("calendarFeed.get", {}));
  const [link, setLink] = useState<string>();
  const make = useWrite("calendarFeed.create", { refresh: ["calendarFeed.get"], onDone: (made) => setLink(made.link) });
  return (
    <AreaPage area="Profile" title="Calendar">
      <Section title="Tasks in your calendar" lead={LEAD}>
        <Loaded query={query} what="Your calendar">
          {({ feed }) => (feed ? <Address feed={feed} make={make} /> : <NoAddress make={make} />)}
        </Loaded>
      </Section>
      <LinkDialog title="Address of your calendar" link={link} expiresAt={undefined} onClose={() => setLink(undefined)}>
        Add it in your calendar program under “Subscribe” or “From URL”. Whoever has it can read your tasks.
      </LinkDialog>
    </AreaPage>
  );
}

type Make = ReturnType<typeof useWrite<"calendarFeed.create">>;

function NoAddress({ make }: { make: Make }) {
  return (
    <div className={classes.box}>
      <p className="k-muted">Make an address and add it in Google Calendar, Outlook or Apple Calendar.</p>
      <Button variant="filled" size="sm" loading={make.isPending} onClick={() => make.mutate({})}>
        Make address
      </Button>
    </div>
  );
}

function Address({ feed, make }: { feed: { created_at: string; last_read_at: string | null }; make: Make }) {
  const [asked, setAsked] = useState<"replace" | "delete">();
  const toast = useToast();
  const remove = useWrite("calendarFeed.delete", { refresh: ["calendarFeed.get"], onDone: () => toast({ text: "Address deleted." }) });
  const close = () => setAsked(undefined);
  return (
    <div className={classes.box}>
      <p>
        Address made <RelativeTime at={feed.created_at} />.{" "}
        {feed.last_read_at ? (
          <>
            A calendar last read it <RelativeTime at={feed.last_read_at} />.
          </>
        ) : (
          "No calendar has read it yet."
        )}
      </p>
      <div className={classes.buttons}>
        <Button size="sm" loading={make.isPending} onClick={() => setAsked("replace")}>
          New address
        </Button>
        <Button size="sm" variant="subtle" loading={remove.isPending} onClick={() => setAsked("delete")}>
          Delete address
        </Button>
      </div>
      <ConfirmDialog
        opened={asked === "replace"}
        title="Make a new address?"
        confirm="Make address"
        onClose={close}
        onConfirm={() => {
          close();
          make.mutate({});
        }}
      >
        The address of now stops working. Add the new one in each calendar that reads it.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === "delete"}
        title="Delete the address?"
        confirm="Delete"
        onClose={close}
        onConfirm={() => {
          close();
          remove.mutate({});
        }}
      >
        Calendars that read it show your tasks no longer.
      </ConfirmDialog>
    </div>
  );
}
