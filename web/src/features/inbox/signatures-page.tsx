import { Button, Textarea } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useRows, useWrite } from "../../calls.ts";
import { AreaPage } from "../../layout/area-page.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { useToast } from "../../ui/toast.tsx";

interface Signature {
  channel: string | null;
  name: string;
  text: string;
}

const MAX_LENGTH = 2_000;
const ALL = "All channels";

/** What stands below the messages of whoever is signed in. */
export function SignaturesPage() {
  useDocumentTitle("Signatures · Kith");
  const query = useQuery(read("inbox.listSignatures", {}));
  const { data: channels = [] } = useRows("channels.list", {});
  const [edited, setEdited] = useState<Signature>();
  const seen = channels.filter((one) => one.can_read);
  return (
    <AreaPage area="Profile" title="Signatures">
      <Section title="Signatures" lead="Put below a new message when you begin to write, where you can still change it. Only yours.">
        <Loaded query={query} what="The signatures">
          {({ items }) => {
            const textOf = (channel: string | null) => items.find((one) => one.channel === channel)?.text ?? "";
            const hasCommon = textOf(null) !== "";
            const rows: Signature[] = [{ id: null, name: ALL }, ...seen].map(({ id, name }) => ({ channel: id, name, text: textOf(id) }));
            return (
              <DataTable
                label="Signatures"
                rows={rows}
                rowId={({ channel }) => channel ?? "every"}
                rowName={({ name }) => name}
                columns={columns(setEdited, hasCommon)}
                phone={(row) => ({ title: row.name, side: <Edit row={row} onEdit={setEdited} />, detail: shownText(row, hasCommon) })}
              />
            );
          }}
        </Loaded>
        {edited && <SignatureDialog signature={edited} onClose={() => setEdited(undefined)} />}
      </Section>
    </AreaPage>
  );
}

const columns = (onEdit: (row: Signature) => void, hasCommon: boolean): Column<Signature>[] => [
  { title: "For", width: 220, cell: ({ name }) => name, isName: true },
  { title: "Signature", cell: (row) => <span className="k-truncate k-muted">{shownText(row, hasCommon)}</span> },
  { title: "Change", width: 90, cell: (row) => <Edit row={row} onEdit={onEdit} /> },
];

/** In one line; a channel without its own has the common one, if there is one. */
function shownText({ channel, text }: Signature, hasCommon: boolean): string {
  if (text !== "") return text.replaceAll(/\s+/g, " ");
  return channel !== null && hasCommon ? "The one for all channels" : "None";
}

function Edit({ row, onEdit }: { row: Signature; onEdit: (row: Signature) => void }) {
  return (
    <Button aria-label={`Edit the signature for ${row.name}`} onClick={() => onEdit(row)}>
      Edit
    </Button>
  );
}

function SignatureDialog({ signature, onClose }: { signature: Signature; onClose: () => void }) {
  const toast = useToast();
  const [text, setText] = useState(signature.text);
  const undo = useWrite("inbox.saveSignature", { refresh: ["inbox.listSignatures"] });
  const save = useWrite("inbox.saveSignature", {
    refresh: ["inbox.listSignatures"],
    onDone() {
      toast({ text: "Signature saved.", undo: () => undo.mutate({ channel: signature.channel, text: signature.text }) });
      onClose();
    },
  });
  return (
    <Dialog title={`Signature for ${signature.name === ALL ? "all channels" : signature.name}`} opened onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ channel: signature.channel, text: text.trim() });
        }}
      >
        <DialogBody>
          <Textarea
            label="Signature"
            description={signature.channel === null ? "Empty: none." : "Empty: the one for all channels."}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autosize
            minRows={4}
            maxRows={12}
            maxLength={MAX_LENGTH}
            data-autofocus
          />
        </DialogBody>
        <DialogFoot>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" variant="filled" type="submit" loading={save.isPending}>
            Save
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
