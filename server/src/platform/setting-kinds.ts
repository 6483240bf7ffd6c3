import { z } from "zod";

// Kinds of values in the environment. The settings of the service and those of its features are made of them.

/** An address without a slash at its end. */
export const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/(?<!\/)\/+$/, ""));

export const port = z.coerce.number().int().min(0).max(65_535);

/** A whole number from 1 on. */
export const count = (standard: number) => z.coerce.number().int().min(1).default(standard);

/** `one, two`: what stands between commas. */
export const listed = (list: string) =>
  list
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
