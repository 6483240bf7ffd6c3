import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { AreaPage } from "../../layout/area-page.tsx";
import { read } from "../../calls.ts";
import { AddKeyDialog, type NewKey } from "./add-key-dialog.tsx";
import { ConnectorList } from "./connector-list.tsx";
import { Endpoints } from "./endpoints.tsx";
import { KeyAddedDialog } from "./key-added-dialog.tsx";
import { KeyList } from "./key-list.tsx";

export function KeysPage() {
  const { add = false } = useSearch({ from: "/profile/api" });
  const navigate = useNavigate();
  const { isPending } = useQuery(read("keys.list", {}));
  const [added, setAdded] = useState<NewKey>();
  const setAdding = (isAdding: boolean) => void navigate({ to: "/profile/api", search: isAdding ? { add: true } : {}, replace: true });
  return (
    <AreaPage area="Profile" title="API & Connectors">
      <KeyList onAdd={() => setAdding(true)} />
      {/* Wait until the list above has its height, so that nothing moves while the user taps. */}
      {!isPending && (
        <>
          <Endpoints />
          <ConnectorList />
        </>
      )}
      <AddKeyDialog
        opened={add}
        onClose={() => setAdding(false)}
        onAdded={(key) => {
          setAdding(false);
          setAdded(key);
        }}
      />
      {added && <KeyAddedDialog added={added} onClose={() => setAdded(undefined)} />}
    </AreaPage>
  );
}
