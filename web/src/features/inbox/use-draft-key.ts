import { useMe } from "../../session.ts";

/** The name of one's own draft in this browser: whoever signs in next at the same desk has others. */
export const useDraftKey = (id: string) => `${useMe().user.id}.${id}`;
