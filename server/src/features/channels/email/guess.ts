import type { EmailSettings, SIGN_INS } from "../shapes.ts";

interface Provider {
  domains: RegExp;
  incoming: string;
  outgoing: string;
  /** 587 with STARTTLS, where 465 is not offered. */
  outgoingPort?: 465 | 587;
  signIn: (typeof SIGN_INS)[number];
  advice: string | null;
}

const APP_PASSWORD = "This provider wants an app password in place of the usual one. Make one in the security settings of the mailbox.";

/** Providers that many people use, by the domain of the address. */
const PROVIDERS: Provider[] = [
  {
    domains: /^(gmail|googlemail)\.com$/,
    incoming: "imap.gmail.com",
    outgoing: "smtp.gmail.com",
    signIn: "google",
    advice: "Google wants an app password in place of the usual one. Make one at myaccount.google.com/apppasswords.",
  },
  {
    domains: /^(outlook|hotmail|live|msn)\.[a-z.]+$/,
    incoming: "outlook.office365.com",
    outgoing: "smtp.office365.com",
    outgoingPort: 587,
    signIn: "microsoft",
    advice: "Microsoft accepts no password here, only its own sign-in.",
  },
  {
    domains: /^(icloud|me|mac)\.com$/,
    incoming: "imap.mail.me.com",
    outgoing: "smtp.mail.me.com",
    outgoingPort: 587,
    signIn: "password",
    advice: APP_PASSWORD,
  },
  {
    domains: /^yahoo\.[a-z.]+$/,
    incoming: "imap.mail.yahoo.com",
    outgoing: "smtp.mail.yahoo.com",
    signIn: "password",
    advice: APP_PASSWORD,
  },
  {
    domains: /^fastmail\.(com|fm)$/,
    incoming: "imap.fastmail.com",
    outgoing: "smtp.fastmail.com",
    signIn: "password",
    advice: APP_PASSWORD,
  },
  { domains: /^zoho\.com$/, incoming: "imap.zoho.com", outgoing: "smtp.zoho.com", signIn: "password", advice: APP_PASSWORD },
  {
    domains: /^gmx\.(net|de|at|ch)$/,
    incoming: "imap.gmx.net",
    outgoing: "mail.gmx.net",
    signIn: "password",
    advice: "Turn on IMAP in the settings of the mailbox first.",
  },
  {
    domains: /^web\.de$/,
    incoming: "imap.web.de",
    outgoing: "smtp.web.de",
    outgoingPort: 587,
    signIn: "password",
    advice: "Turn on IMAP in the settings of the mailbox first.",
  },
];

/** The servers that an address most likely has. Whether they are right is found out by trying them. */
export function guessServers(address: string): { email: EmailSettings; sign_in: Provider["signIn"]; advice: string | null } {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const provider = PROVIDERS.find(({ domains }) => domains.test(domain));
  const { incoming = `imap.${domain}`, outgoing = `smtp.${domain}`, outgoingPort = 465 } = provider ?? {};
  return {
    email: {
      incoming: { host: incoming, port: 993, security: "tls" },
      outgoing: { host: outgoing, port: outgoingPort, security: outgoingPort === 465 ? "tls" : "starttls" },
      user: address,
      sender_name: "",
    },
    sign_in: provider?.signIn ?? "password",
    advice: provider?.advice ?? null,
  };
}
