import { notFound } from "../../../kernel/errors.ts";
import { handle } from "../../../kernel/handle.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";

/** How far folders were read. Mails and position change together, so that whatever stops a worker loses no mail. */
export function fetchHandlers() {
  return handle(operations, {
    async startFolder({ tx, actor }, { id, path, role, uid_validity: uidValidity, last_uid: lastUid }) {
      const position = await store.startFolder(tx, actor.companyId, { channelId: id, path, role, uidValidity, lastUid });
      if (!position) throw notFound("Channel");
      return position;
    },

    async saveFetched({ tx, actor, clock }, { id, path, uid_validity: uidValidity, mails, last_uid: lastUid }) {
      const folder = { channelId: id, path, uidValidity };
      if (!(await store.lockFolder(tx, actor.companyId, folder))) throw notFound("Folder");
      const added = await store.insertMails(tx, actor.companyId, folder, mails, { now: clock.now(), isHistory: lastUid === null });
      const lowest = Math.min(...mails.map(({ uid }) => uid));
      await store.moveFolder(tx, actor.companyId, folder, { lastUid, lowest, added });
      return { added };
    },

    async findMissing({ tx, actor }, { id, path, uid_validity: uidValidity, uids }) {
      return { uids: await store.findMissing(tx, actor.companyId, { channelId: id, path, uidValidity }, uids) };
    },

    async noteKnown({ tx, actor, clock }, { id, path, uid_validity: uidValidity, mails }) {
      const folder = { channelId: id, path, uidValidity };
      if (!(await store.lockFolder(tx, actor.companyId, folder))) throw notFound("Folder");
      const uids = await store.insertKnown(tx, actor.companyId, folder, mails, clock.now());
      if (uids.length === 0) return { uids };
      await store.moveFolder(tx, actor.companyId, folder, { lastUid: null, lowest: Math.min(...uids), added: uids.length });
      return { uids };
    },

    async noteCompared({ tx, actor, clock }, { id, path, uid_validity: uidValidity, there, here }) {
      await store.noteCompared(tx, actor.companyId, { channelId: id, path, uidValidity }, there, here, clock.now());
      return {};
    },
  });
}
