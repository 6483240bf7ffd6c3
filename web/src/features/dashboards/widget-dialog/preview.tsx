import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ApiError } from "../../../api.ts";
import { read } from "../../../calls.ts";
import type { RecordType } from "../../types/index.ts";
import { type Answer, type PagePeriod, toInput, type WidgetSettings } from "../dashboards.ts";
import { WidgetBox } from "../widget-box.tsx";
import classes from "./widget-dialog.module.css";

const WAIT_MS = 250;

interface PreviewProps {
  settings: WidgetSettings;
  type: RecordType | undefined;
  page: PagePeriod;
}

/** The widget as it would look, counted anew a moment after each change. */
export function Preview({ settings, type, page }: PreviewProps) {
  const { width: _width, height: _height, title: _title, ...counted } = toInput(settings);
  const [asked] = useDebouncedValue(JSON.stringify(counted), WAIT_MS);
  const query = useQuery({
    ...read("dashboards.preview", { ...(JSON.parse(asked) as typeof counted), page_period: page }),
    // A figure of another kind cannot be drawn as this one.
    placeholderData: (before, query) => (kindIn(query?.queryKey) === settings.kind ? keepPreviousData(before) : undefined),
    retry: false,
  });
  const isOfKind = (JSON.parse(asked) as typeof counted).kind === settings.kind;
  return (
    <div className={classes.preview} aria-busy={query.isFetching}>
      <WidgetBox
        widget={settings}
        type={type}
        page={page}
        answer={query.error ? failureOf(query.error) : isOfKind ? query.data : undefined}
      />
    </div>
  );
}

const kindIn = (key: readonly unknown[] | undefined) => (key?.[1] as { kind?: string } | undefined)?.kind;

function failureOf(error: Error): Answer {
  const message = error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : error.message;
  return { figure: null, as_of: null, is_pending: false, failure: { code: "", message } };
}
