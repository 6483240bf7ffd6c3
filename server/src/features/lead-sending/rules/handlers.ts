import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { AppError, notFound } from "../../../kernel/errors.ts";
import { handle } from "../../../kernel/handle.ts";
import { readPage, type Cursors } from "../../../platform/cursors.ts";
import type { Schemas } from "../../types/index.ts";
import { leadRulesChanged } from "../events.ts";
import * as operations from "../operations.ts";
import { lockRouting } from "../route/store.ts";
import type { Rule } from "../shapes.ts";
import { tryRuleChanges } from "../trial/try-changes.ts";
import { tryRules } from "../trial/try-rules.ts";
import { checkRules, type Given } from "./check-rules.ts";
import { showRules } from "./show-rules.ts";
import * as store from "./store.ts";

export interface RulesNeeds {
  schemas: Schemas;
  cursors: Cursors;
}

export function rulesHandlers({ schemas, cursors }: RulesNeeds) {
  /** The newest version, locked, so that two who save at once do not overwrite each other. */
  async function begin(call: Call<Member>, ifVersion: number | undefined) {
    const { tx, actor } = call;
    await lockRouting(tx, actor.companyId);
    const newest = await store.newestVersion(tx, actor.companyId);
    const { version } = newest;
    if (ifVersion !== undefined && ifVersion !== version)
      throw new AppError(412, "version_conflict", `The rules are at version ${version} now. Read them again, then save your change.`);
    return { version, rules: await store.rulesOf(tx, actor.companyId, newest) };
  }

  async function finish(call: Call<Member>, version: number, rules: Rule[], note: string) {
    const { tx, actor, clock } = call;
    await store.insertVersion(tx, actor.companyId, { version, rules, note, by: actor.userId, at: clock.now() });
    await call.emit(leadRulesChanged, { subjectId: actor.companyId, data: { name: actor.company.name, version, note } });
    return { ...(await showRules(call, await schemas.of(call))), operation_id: call.operationId };
  }

  async function versionOf({ tx, actor }: Call<Member>, version: number) {
    const row = await store.readVersion(tx, actor.companyId, version);
    if (!row) throw notFound("Version");
    return row;
  }

  return handle(operations, {
    getRules: async (call) => showRules(call, await schemas.of(call)),

    async saveRules(call, { rules: given, note, if_version: ifVersion }) {
      const before = await begin(call, ifVersion);
      const rules = await checkRules(call, await schemas.of(call), given as Given[], before.rules);
      return finish(call, before.version + 1, rules, note);
    },

    async listRuleVersions({ tx, actor }, page) {
      const read = (before: string | undefined, rows: number) =>
        store.listVersions(tx, actor.companyId, before === undefined ? undefined : Number(before), rows);
      const found = await readPage(cursors, actor.companyId, "lead_rules", page, read, (row) => String(row.version));
      return { ...found, items: found.items.map(presentVersion) };
    },

    async getRuleVersion(call, { version }) {
      const row = await versionOf(call, version);
      return { ...presentVersion(row), rules: await store.rulesOf(call.tx, call.actor.companyId, { version }) };
    },

    async restoreRuleVersion(call, { version, if_version: ifVersion }) {
      const before = await begin(call, ifVersion);
      await versionOf(call, version);
      // As it was, whatever has become of its fields and people: what cannot work any more says so in the list.
      const rules = await store.rulesOf(call.tx, call.actor.companyId, { version });
      return finish(call, before.version + 1, rules, `Back to version ${version}`);
    },

    tryRuleChanges: async (call, { changes }) => tryRuleChanges(call, await schemas.of(call), changes),
    tryRules: async (call, { rules, with_all }) => tryRules(call, await schemas.of(call), rules as Given[], with_all),
  });
}

const presentVersion = ({ saved_by, saved_by_name, ...row }: store.VersionRow) => ({
  ...row,
  saved_by: { id: saved_by, name: saved_by_name },
});
