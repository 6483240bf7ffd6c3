/** Notifications and the mails about them. Other features announce what happened, and know nothing of either. */
export { createMailLinks } from "./mail/links.ts";
