import { fileId } from "../src/features/files/operations.ts";
import { giveFile } from "./give-file.ts";
import { giveChannel, giveConversation } from "./inbox.ts";
import type { Person, Service } from "./service.ts";
import { companyOf } from "./website-leads.ts";

export interface WorldChannel {
  access: "everyone" | "chosen" | "private";
  /** Those who see it. */
  seenBy: Set<Person>;
  id: string;
  cnv: string;
  msg: string;
  file: string;
  /** It stands in everything that is in the channel, and nowhere else. */
  word: string;
  record: string;
}

export interface World {
  people: Person[];
  keys: Map<Person, string>;
  channels: WorldChannel[];
}

/** A company of five with eight channels of every access, and in each one conversation with a word that is nowhere else. */
export async function makeWorld(service: Service, which: number): Promise<World> {
  const ada = await service.given.admin(`Ada ${which}`);
  const people = [ada];
  for (let n = 0; n < 4; n++) people.push(await service.given.member(ada, n === 0 ? "admin" : "member", `Person ${which}${n}`));
  const keys = new Map<Person, string>();
  for (const one of people) keys.set(one, (await one.key()).key);
  const channels: WorldChannel[] = [];
  for (let n = 0; n < 8; n++) {
    const owner = people[n % 5] ?? ada;
    const access = (["everyone", "chosen", "private"] as const)[n % 3] ?? "everyone";
    const chosen = [ada, people[(n + 2) % 5] ?? ada];
    const maker = access === "private" ? owner : ada;
    const seenBy = new Set(access === "everyone" ? people : access === "private" ? [owner] : chosen);
    const members = access === "chosen" ? chosen.map(({ userId }) => userId) : [];
    const id = await giveChannel(service, maker, access, members);
    channels.push({ access, seenBy, id, ...(await fill(service, maker, id, which, n)) });
  }
  return { people, keys, channels };
}

async function fill(service: Service, maker: Person, channel: string, which: number, n: number) {
  const word = `word${which}x${n}`;
  const given = { channel, subject: `About ${word}`, text: `${word} common`, from: `${word}@out.example`, files: 1 };
  const { cnv, msg } = await giveConversation(service, maker, given);
  const file = await giveFile(service, maker, `${word} filed`);
  await service.database.query(
    "update file_uses set used_by = $3, name = $4 where company_id = $1 and file_id = $2 and used_by like 'usr%'",
    [await companyOf(service, maker), fileId.decode(file), msg, `${word} named.txt`],
  );
  const { contact } = (await maker.call("inbox.setContact", { id: cnv, name: `Contact ${which} ${n}` })).conversation;
  return { cnv, msg, file, word, record: contact?.id ?? "" };
}

/** What of a channel may not be in anything that somebody is given who does not see it. The contact's own page is for everyone. */
const TRACE = /(?:cnv|msg)_[0-9a-z]{26}|About (word\d+x\d+)|(word\d+x\d+) (?:common|noted|begun|filed|named)/g;

/** The traces of channels in a text: of those that its reader does not see, and of the others. */
export function findTraces(worlds: World[], sees: (channel: WorldChannel) => boolean, text: string) {
  const byName = new Map(
    worlds.flatMap(({ channels }) => channels.flatMap((one) => [one.cnv, one.msg, one.word].map((name) => [name, one]))),
  );
  const [hidden, seen] = [new Set<string>(), new Set<string>()];
  for (const [trace, subject, word] of text.matchAll(TRACE)) {
    const channel = byName.get(subject ?? word ?? trace);
    if (channel) (sees(channel) ? seen : hidden).add(trace);
  }
  return { hidden: [...hidden], seen: [...seen] };
}
