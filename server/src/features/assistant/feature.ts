import { defineFeature } from "../../kernel/feature.ts";
import { assistantHandlers } from "./handlers.ts";
import * as operations from "./operations.ts";

/** The tools for AI assistants: few, each a whole task over records, named and described for a model. */
export const feature = defineFeature({
  operations,
  handlers: assistantHandlers,
});
