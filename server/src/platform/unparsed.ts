import { z } from "zod";

/**
 * A value that our own code made and hands over as it is, without a look at every part of it. Only for operations with the access "system", which
 * nobody can call from outside. The cast gives it its type: both sides are checked when the program is compiled.
 */
export const unparsed = <Value>() => z.unknown() as unknown as z.ZodType<Value, Value>;
