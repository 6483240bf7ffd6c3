import { handle } from "../../kernel/handle.ts";
import { readSlices, writeChunks } from "../../platform/files/chunks.ts";
import * as stored from "../../platform/files/store-file.ts";
import { placesOf, useFile, type KnownUse } from "../../platform/files/uses.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { memberId } from "../members/operations.ts";
import { findFile, type FileRules } from "./find-file.ts";
import * as operations from "./operations.ts";
import { fileMebibytes } from "./quotas.ts";

export interface FileNeeds {
  quotas: Quotas;
  fileRules: FileRules;
}

export function fileHandlers({ quotas, fileRules }: FileNeeds) {
  return handle(operations, {
    async get({ tx, actor }, { id, of }) {
      return present(await findFile(tx, actor, fileRules, id, of));
    },

    async startUpload({ tx, actor: { companyId } }, { user }) {
      await quotas.take({ tx, actor: { companyId, userId: user } }, fileMebibytes);
      return { id: await stored.startUpload(tx, companyId, user) };
    },

    async addBytes({ tx, actor }, { id, first_chunk: first, bytes }) {
      await writeChunks(tx, actor.companyId, id, first, bytes);
      return {};
    },

    async finishUpload({ tx, actor: { companyId } }, { id, user, name, type, sha256, size }) {
      const file = await stored.finishUpload(tx, companyId, id, Buffer.from(sha256), size, user);
      const usedBy = memberId.encode(user);
      await useFile(tx, companyId, { fileId: file.id, usedBy, position: 0, name, type, contentId: null });
      const [use] = await placesOf(tx, companyId, file.id, usedBy);
      if (!use) throw new Error("an upload is used by its uploader");
      return present(use);
    },

    async dropUpload({ tx, actor }, { id }) {
      await stored.dropUpload(tx, actor.companyId, id);
      return {};
    },

    async read({ tx, actor }, { id, from, to }) {
      return { chunks: await readSlices(tx, actor.companyId, id, from, to) };
    },
  });
}

const present = ({ fileId, name, type, size, sha256, createdAt }: KnownUse) => ({
  id: fileId,
  name,
  type,
  size,
  sha256: sha256.toString("hex"),
  created_at: createdAt,
});
