/** What AI assistants are offered: few tools, each a whole task over records, named and described for a model. */
export { assistantHandlers } from "./handlers.ts";
