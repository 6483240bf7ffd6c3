import type { OperationName, OutputOf } from "@kith/server/contract";
import { useQuery } from "@tanstack/react-query";
import { read, useRows } from "../../calls.ts";

export type LeadSource = OutputOf<"leads.getSource">;
export type Submission = OutputOf<"leads.getSubmission">;
export type FormField = LeadSource["fields"][number];

/** What a change of a form makes stale. */
export const SOURCES: OperationName[] = ["leads.listSources", "leads.getSource"];
/** What letting in or dropping makes stale: the figures of the forms too. */
export const SUBMISSIONS: OperationName[] = ["leads.listSubmissions", "leads.getSubmission", ...SOURCES];

// Submissions that become leads at once are announced by the lead, and not all of them for the form: its figures are read again.
export const POLL_MS = 10_000;

/** One form with its figures, read again while it is on the page. */
export const useSource = (id: string) => useQuery({ ...read("leads.getSource", { id }), refetchInterval: POLL_MS });

export const useSubmission = (id: string) => useQuery(read("leads.getSubmission", { id }));

/** How many forms there are, and how much is held, for the tabs of the area. */
export const useSourceCount = () => useRows("leads.listSources", {}).data?.length;

export const useHeldCount = () => useRows("leads.listSources", {}).data?.reduce((sum, { held }) => sum + held.count, 0);
