import { z } from "zod";

export const SIGN_UP = z.enum(["open", "first"]).default("open").describe("first: once there is a company, nobody can set up another");
