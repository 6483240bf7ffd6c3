export { channelsSeenBy, seesChannel, type SeenChannel } from "./access.ts";
export { readApiItem, type ApiItem } from "./adapters/api.ts";
export { createMailAccounts, type MailAccountOpener } from "./email/accounts.ts";
export { startFetching } from "./fetch/start-fetching.ts";
export type { Trouble } from "./health.ts";
export { noteSending } from "./sending-health.ts";
export { channelsInLog, isOfChannels, membersSeeing, openChannels } from "./limited.ts";
export {
  channelForTaking,
  claimItems,
  erasedKeys,
  markFailed,
  markTaken,
  nextItems,
  waitingChannels,
  type TakenItem,
  type TakingChannel,
  type WaitingChannel,
  type WaitingItem,
} from "./waiting-items.ts";
export { createWhatsAppSender, type WhatsAppSender } from "./whatsapp/sender.ts";
export { officialPhone } from "./whatsapp/phones.ts";
