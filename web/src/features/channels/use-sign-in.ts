import { useWrite } from "../../calls.ts";

/** Sends the person to their provider, which sends them back to /company/channels/signed-in. */
export const useSignIn = () => useWrite("channels.startSignIn", { onDone: ({ url }) => window.location.assign(url) });
