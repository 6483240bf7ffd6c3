import type { OutputOf } from "@kith/server/contract";

export type RecordFile = OutputOf<"records.files">["items"][number];

/** Bytes are asked for with what shows them: the same file can be on other records. */
export const addressOf = ({ id, file }: RecordFile) => `/app/files/${file}?of=${id}`;
