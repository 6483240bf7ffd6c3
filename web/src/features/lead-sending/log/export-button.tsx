import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Declined, useWrite } from "../../../calls.ts";
import { saveFile } from "../../../ui/file.ts";
import { wholeText } from "../../../ui/formats.ts";
import { useToast } from "../../../ui/toast.tsx";
import classes from "./log.module.css";
import { useDecisionFilter } from "./use-log-search.ts";

// A part has 500 lines. Whoever needs more narrows the filter.
const MAX_PARTS = 100;
const LINES = 500;

/** Saves the decisions that are listed, all pages of them, as one file. Asks for the password if needed. */
export function ExportButton() {
  const filter = useDecisionFilter();
  const toast = useToast();
  const part = useWrite("leadSending.exportLog", { showsError: false });
  const save = useMutation({
    mutationFn: async () => {
      const texts: string[] = [];
      let cursor: string | null | undefined;
      do {
        const next = await part.mutateAsync({ ...filter, ...(cursor ? { cursor } : {}) });
        texts.push(next.text);
        cursor = next.next_cursor;
      } while (cursor && texts.length < MAX_PARTS);
      saveFile(`Lead log ${new Date().toISOString().slice(0, 10)}.csv`, texts);
      toast({ text: cursor ? `The newest ${wholeText(MAX_PARTS * LINES)} decisions exported.` : "Log exported." });
    },
    onError: (error) => {
      if (!(error instanceof Declined)) toast({ tone: "error", text: error.message });
    },
  });
  return (
    <Button
      className={classes.export}
      size="sm"
      leftSection={<IconDownload size={16} stroke={1.75} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Export
    </Button>
  );
}
