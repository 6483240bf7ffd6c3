import { z } from "zod";
import { httpUrl, listed } from "../../platform/setting-kinds.ts";

const SERVER = /^([a-z0-9.-]+):(\d{1,5})$/i;
/** `imap.example.com:993,smtp.example.com:587`: a receiving and a sending server. */
const mailServers = (standard: string) =>
  z
    .string()
    .default(standard)
    .transform((list) => listed(list).map((one) => SERVER.exec(one)))
    .refine(
      (list) => list.length === 2 && list.every((one) => one !== null),
      "two servers with their ports: imap.example.com:993,smtp.example.com:587",
    )
    .transform((list) => list.map((one) => ({ host: one?.[1] ?? "", port: Number(one?.[2]) })));

export const GOOGLE_CLIENT_ID = z
  .string()
  .min(1)
  .optional()
  .describe("Of the application registered with Google, so that people can connect a mailbox by its sign-in");
export const GOOGLE_CLIENT_SECRET = z.string().min(1).optional();
export const MICROSOFT_CLIENT_ID = z.string().min(1).optional().describe("The same with Microsoft");
export const MICROSOFT_CLIENT_SECRET = z.string().min(1).optional();
export const MICROSOFT_AUTHORITY = httpUrl
  .default("https://login.microsoftonline.com/common")
  .describe("Of one tenant, or of a national cloud");
export const MICROSOFT_MAIL_SERVERS = mailServers("outlook.office365.com:993,smtp.office365.com:587").describe("Receiving and sending");
export const WHATSAPP_URL = httpUrl.default("https://graph.facebook.com/v23.0").describe("The WhatsApp Cloud API, with its version");
