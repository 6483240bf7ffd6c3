import type { OutputOf } from "@kith/server/contract";

/** What converting a lead would do, and what could be chosen instead. */
export type Preview = OutputOf<"leads.previewConversion">;
