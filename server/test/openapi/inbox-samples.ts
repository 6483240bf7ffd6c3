import { sampleId } from "../../src/platform/ids.ts";
import { giveChannel, giveConversation, giveMessage } from "../inbox.ts";
import type { Person, Service } from "../service.ts";

type Make = (ada: Person, made: Map<string, string>) => Promise<string>;

const channelOf = async (service: () => Service, ada: Person) =>
  (await ada.call("channels.list", {})).items[0]?.id ?? giveChannel(service(), ada);

async function giveOne(service: () => Service, ada: Person): Promise<string> {
  const channel = await channelOf(service, ada);
  const { cnv } = await giveConversation(service(), ada, { channel, subject: "Data sheet" });
  await giveMessage(service(), ada, cnv, { channel, text: "Could you send it again?" });
  return cnv;
}

const made = async (service: () => Service, ada: Person, samples: Map<string, string>) =>
  samples.get(sampleId("cnv")) ?? giveOne(service, ada);

/** Makes what the sample ids of the examples about conversations stand for. */
export const inboxSamples = (service: () => Service): [sample: string, make: Make][] => [
  [sampleId("cnv"), (ada) => giveOne(service, ada)],
  [sampleId("cnv", 1), (ada) => giveOne(service, ada)],
  [
    sampleId("msg"),
    async (ada, samples) => (await ada.call("inbox.messages", { id: await made(service, ada, samples) })).items[0]?.id ?? "",
  ],
  [
    sampleId("msg", 2),
    async (ada) => {
      const channel = await channelOf(service, ada);
      const draft = { channel, to: ["ines@out.example"], subject: "Data sheet", text: "Here it is.", is_draft: true };
      return (await ada.call("inbox.writeMessage", draft)).id;
    },
  ],
  [
    sampleId("op", 5),
    async (ada, samples) => (await ada.call("inbox.update", { id: await made(service, ada, samples), tags: ["vip"] })).operation_id,
  ],
];
