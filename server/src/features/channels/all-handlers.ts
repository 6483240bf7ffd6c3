import { createChannelCredentials } from "./credentials.ts";
import { emailHandlers, type EmailNeeds } from "./email/handlers.ts";
import { fetchHandlers } from "./fetch/handlers.ts";
import { channelHandlers, type ChannelNeeds } from "./handlers.ts";
import { inboundHandlers } from "./inbound-handlers.ts";
import { itemHandlers } from "./item-handlers.ts";
import { createWhatsAppCredentials } from "./whatsapp/credentials.ts";
import { whatsAppHandlers, type WhatsAppNeeds } from "./whatsapp/handlers.ts";
import { workerHandlers } from "./worker-handlers.ts";

export type Services = Omit<ChannelNeeds & EmailNeeds & WhatsAppNeeds, "credentials" | "numberCredentials">;

/** Every handler of the feature. Loaded with the first call of one of its operations. */
export function allHandlers(services: Services) {
  const { vault } = services;
  const needs = { ...services, credentials: createChannelCredentials(vault), numberCredentials: createWhatsAppCredentials(vault) };
  return [
    ...channelHandlers(needs),
    ...emailHandlers(needs),
    ...itemHandlers(needs),
    ...inboundHandlers(),
    ...fetchHandlers(),
    ...workerHandlers(needs),
    ...whatsAppHandlers(needs),
  ];
}
