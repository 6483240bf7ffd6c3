import { z } from "zod";
import { count } from "../../platform/setting-kinds.ts";

/** One request brings 25 already. */
export const MAX_FILE_MB = count(2_048).pipe(z.number().min(25)).describe("The largest file that can be uploaded, in MiB; at least 25");
