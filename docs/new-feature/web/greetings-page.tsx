import { useRows } from "../../calls.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";

export function GreetingsPage() {
  const query = useRows("greetings.list", {});
  return (
    <Page title="Greetings">
      <Loaded query={query} what="The greetings">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No greetings yet">Greetings that members and assistants send appear here.</EmptyState>
          ) : (
            <DataTable
              label="Greetings"
              rows={rows}
              rowId={(greeting) => greeting.id}
              rowName={(greeting) => greeting.name}
              columns={[
                { title: "Name", cell: (greeting) => greeting.name, isName: true },
                { title: "Delivered", width: 110, cell: (greeting) => (greeting.is_delivered ? "delivered" : "") },
                { title: "Counted", width: 110, cell: (greeting) => (greeting.is_counted ? "counted" : "") },
              ]}
              phone={(greeting) => ({ title: greeting.name, detail: greeting.is_delivered ? "delivered" : "" })}
            />
          )
        }
      </Loaded>
    </Page>
  );
}
