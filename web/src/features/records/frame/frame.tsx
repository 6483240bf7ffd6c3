import type { ReactNode } from "react";
import type { FrameParts } from "../../../manifest.ts";
import { CreateProvider } from "../create/create-provider.tsx";
import { RelatedCreator } from "../create/related-creator.tsx";
import { LostReasonProvider } from "../save/lost-reason.tsx";
import { RecordOutbox } from "../save/record-outbox.tsx";
import { LastChange } from "../changes/last-change.tsx";
import { followRecords } from "./follow-news.ts";
import { useRecordCommands, useRecordSearch } from "./palette-search.ts";
import { RecordLinks } from "./record-links.tsx";

const Provider = ({ children }: { children: ReactNode }) => (
  <RecordOutbox>
    <LastChange />
    <LostReasonProvider>
      <RelatedCreator>
        <CreateProvider>{children}</CreateProvider>
      </RelatedCreator>
    </LostReasonProvider>
  </RecordOutbox>
);

export const frame: FrameParts = {
  Provider,
  order: 1,
  SidebarLinks: RecordLinks,
  useCommands: useRecordCommands,
  useSearch: useRecordSearch,
  follow: followRecords,
};
