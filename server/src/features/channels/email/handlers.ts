import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";
import { handle, prepared } from "../../../kernel/handle.ts";
import type { Vault } from "../../../platform/vault.ts";
import { mayChange } from "../access.ts";
import { refuseByRole, saveChanges, saveNew, type SaveNeeds } from "../save-channel.ts";
import { showChannel } from "../show-channel.ts";
import * as store from "../store.ts";
import { checkMailbox, firstTrouble } from "./check.ts";
import { guessServers } from "./guess.ts";
import { authorizeUrl, createSignInState } from "./oauth-state.ts";
import { exchangeCode } from "./oauth-tokens.ts";
import * as operations from "./operations.ts";
import { refused, type MailboxNeeds } from "./save-mailbox.ts";

export interface EmailNeeds extends MailboxNeeds, SaveNeeds {
  vault: Vault;
  baseUrl: string;
}

export function emailHandlers(needs: EmailNeeds) {
  const { oauth, baseUrl } = needs;
  const states = createSignInState(needs.vault, needs.clock);
  const redirectUri = `${baseUrl}/company/channels/signed-in`;
  const providerOf = (name: "google" | "microsoft") => {
    const provider = oauth[name];
    if (provider) return provider;
    throw invalid([
      { pointer: "/provider", message: "The operator of this installation has not set up this sign-in. Use an app password." },
    ]);
  };

  return handle(operations, {
    guess: async (_, { address }) => ({
      ...guessServers(address),
      providers: (["google", "microsoft"] as const).filter((name) => oauth[name]),
    }),

    async startSignIn(call, { provider: name, id, ...given }) {
      const known = id ? await findOwn(call, id) : undefined;
      const provider = providerOf(name);
      const address = known?.address ?? given.address;
      if (!address) throw invalid([{ pointer: "/address", message: "Enter the address of the mailbox." }]);
      if (!known) refuseByRole(call.actor, { kind: "email", access: given.access });
      const wanted = { ...given, provider: name, address, name: given.name ?? address, ...(id ? { id } : {}) };
      const sent = states.begin(call.actor, wanted);
      return { url: authorizeUrl(provider, { ...sent, redirectUri, address }) };
    },

    finishSignIn: prepared(
      async ({ actor }, { state, code }) => {
        const wanted = states.end(actor, state);
        const provider = providerOf(wanted.provider);
        const tokens = await exchangeCode(needs, provider, { code, verifier: wanted.verifier, redirectUri });
        if ("trouble" in tokens) throw refused(tokens.trouble, "/code");
        const { incoming, outgoing } = provider;
        const own = { user: wanted.address, accessToken: tokens.accessToken };
        const checked = await checkMailbox(needs.outbound, { incoming: { ...incoming, ...own }, outgoing: { ...outgoing, ...own } });
        const failed = firstTrouble(checked);
        if (failed) throw refused(failed.trouble, "/code", failed.where);
        const settings = { sign_in: wanted.provider, email: { incoming, outgoing, user: wanted.address, sender_name: "" } };
        const seal = (id: string) => needs.credentials.seal(actor.companyId, id, tokens);
        return { wanted, tried: { settings, seal, lines: checked.lines } };
      },
      async (call, _input, { wanted, tried }) => {
        const { id, address, name, access, members, history_days } = wanted;
        if (id) {
          const { sender_name = "" } = (await findOwn(call, id)).settings.email ?? {};
          const settings = { ...tried.settings, email: { ...tried.settings.email, sender_name } };
          await saveChanges(call, id, {}, { ...tried, settings, id, credentials: tried.seal(id) });
          return showChannel(call, id);
        }
        refuseByRole(call.actor, { kind: "email", access });
        return showChannel(call, await saveNew(needs, call, { kind: "email", address, name, access, members, history_days }, tried));
      },
    ),
  });
}

async function findOwn({ tx, actor }: Call<Member>, id: string): Promise<store.ChannelRow> {
  const row = await store.find(tx, actor.companyId, id);
  if (!row || row.kind !== "email" || !mayChange(row, actor)) throw notFound("Channel");
  return row;
}
