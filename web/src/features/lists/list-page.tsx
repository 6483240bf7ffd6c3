import { useDocumentTitle } from "@mantine/hooks";
import { Link, useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { type RecordType, useType } from "../types/index.ts";
import { boardField, loadBoard } from "../boards/index.ts";
import { FilterRow } from "./filter-row.tsx";
import { ListHead } from "./list-head.tsx";
import classes from "./list-page.module.css";
import { useListView, ViewTabs } from "../views/index.ts";
import { ListTools } from "./list-tools.tsx";
import { NewRecord } from "./new-record.tsx";
import { TablePart } from "./table/table-part.tsx";

const Board = lazy(async () => ({ default: (await loadBoard()).Board }));

/** A list of records of one type: the view's tabs, its filter, and the records as a table or a board. */
export function ListPage() {
  const { type: key } = useParams({ from: "/records/$type" });
  const type = useType(key);
  if (!type) return <NoSuchType name={key} />;
  // Another type is another list: nothing of the one before stays, neither the place in it nor what was selected.
  return <List type={type} key={type.key} />;
}

function List({ type }: { type: RecordType }) {
  useDocumentTitle(`${type.label_plural} · Kith`);
  const view = useListView(type);
  return (
    <div className={classes.page}>
      <ListHead type={type} view={view} />
      <ViewTabs type={type} view={view}>
        <ListTools type={type} view={view} />
      </ViewTabs>
      <FilterRow type={type} view={view} />
      {view.layout === "board" && boardField(type, view.group) ? (
        <Suspense>
          <Board type={type} view={view} />
        </Suspense>
      ) : (
        <TablePart type={type} view={view} />
      )}
      <NewRecord type={type} />
    </div>
  );
}

function NoSuchType({ name }: { name: string }) {
  return (
    <Page title="Records">
      <EmptyState title={`There is no record type ${name}`}>
        It may have been renamed or retired. <Link to="/records">See all records</Link>
      </EmptyState>
    </Page>
  );
}
