import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { AreaPage } from "../../layout/area-page.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useIsPhone } from "../../ui/browser.ts";
import { Notice } from "../../ui/states.tsx";
import { useIsAdmin } from "../../session.ts";
import classes from "./data-model.module.css";
import type { DataModelSearch } from "./data-model-search.ts";
import { FieldDialog } from "./field-dialog.tsx";
import { TypeDetail } from "./type-detail.tsx";
import { TypeDialog } from "./type-dialog.tsx";
import { TypeListBox } from "./type-list.tsx";
import { fieldOf, types, type TypeList } from "./types.ts";

/** The types a company's records are made of, and their fields. */
export function DataModelPage() {
  const isAdmin = useIsAdmin();
  const query = useQuery(types);
  return (
    <AreaPage area="Company" title="Data model" isWide>
      <Loaded query={query} what="The types">
        {({ items }) => <DataModel items={items} isAdmin={isAdmin} />}
      </Loaded>
    </AreaPage>
  );
}

function DataModel({ items, isAdmin }: { items: TypeList["items"]; isAdmin: boolean }) {
  const search = useSearch({ from: "/company/data-model" });
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const go = (to: DataModelSearch, replace = true) => void navigate({ to: "/company/data-model", search: to, replace });
  // A phone shows the list first and one type at a time; beside the list something is always open.
  const type = items.find((one) => one.key === search.type) ?? (isPhone ? undefined : items[0]);
  const field = type && search.field ? fieldOf(type, search.field) : undefined;
  const close = () => go({ type: search.type });
  return (
    <div className={classes.page}>
      {!isAdmin && <Notice>Only an Admin can change these.</Notice>}
      <div className={classes.split}>
        {(!isPhone || !type) && (
          <TypeListBox items={items} current={type?.key} isAdmin={isAdmin} onAdd={() => go({ type: type?.key, open: "new-type" })} />
        )}
        {type && (
          <TypeDetail
            key={type.key}
            type={type}
            all={items}
            isAdmin={isAdmin}
            onEdit={() => go({ type: type.key, open: "type" })}
            onAddField={() => go({ type: type.key, open: "new-field" })}
            onEditField={(key) => go({ type: type.key, field: key })}
            onRetired={() => go({})}
          />
        )}
      </div>
      {isAdmin && (
        <>
          <TypeDialog
            type={search.open === "type" ? type : undefined}
            all={items}
            opened={search.open === "new-type" || search.open === "type"}
            onClose={close}
            onAdded={(key) => go({ type: key })}
          />
          {type && (
            <FieldDialog
              type={type}
              all={items}
              field={field}
              opened={search.open === "new-field" || field !== undefined}
              onClose={close}
            />
          )}
        </>
      )}
    </div>
  );
}
