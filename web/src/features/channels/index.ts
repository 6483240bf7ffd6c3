/** Ways in which messages come and go: how each kind looks. */
export { ChannelIcon, channelLook } from "./channel-icon.tsx";
