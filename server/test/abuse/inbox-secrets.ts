import { startMailServers, type MailServers } from "../mail/mail-servers.ts";
import { startWhatsAppDouble, type WhatsAppDouble } from "../mail/whatsapp-double.ts";
import { letLeave, messageRow } from "../messages.ts";
import { startService, type Service } from "../service.ts";
import { until } from "../waiting.ts";

/** A service with everything that a message comes from or goes to. */
export interface Outside {
  servers: MailServers;
  double: WhatsAppDouble;
  service: Service;
  stop: () => Promise<void>;
}

/** Real mail servers and a double of WhatsApp, and a service that reaches them. `settings` may need the mail servers. */
export async function startOutside(
  settings: (servers: MailServers) => Promise<Record<string, string>> = async () => ({}),
): Promise<Outside> {
  const servers = await startMailServers({ users: 2 });
  const double = await startWhatsAppDouble();
  const reached = { OUTBOUND_ALLOW: "127.0.0.0/8,::1/128", WHATSAPP_URL: `${double.url}/v23.0` };
  const service = await startService({ env: { ...reached, ...(await settings(servers)) } });
  return {
    servers,
    double,
    service,
    async stop() {
      await service.close();
      await double.stop();
      await servers.stop();
    },
  };
}

/** A message that was written leaves, and the other server takes it. */
export async function untilSent(service: Service, id: string): Promise<void> {
  await letLeave(service, id);
  await until(async () => (await messageRow(service, id))["state"] === "sent", "the answer is sent");
}
