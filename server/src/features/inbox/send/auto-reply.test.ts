import assert from "node:assert/strict";
import { test } from "node:test";
import { mayBeAnswered, type FirstMessage } from "./auto-reply.ts";

const first: FirstMessage = {
  channel: { id: "", kind: "email", address: "help@kith.example", name: "Help" },
  conversationId: "",
  rfcId: null,
  from: { name: "Anneke", address: "Anneke@Fernhill.example" },
  subject: "Order 2214",
  kind: "mail",
  isList: false,
};

test("a person's mail is answered, in one spelling of the address", () => {
  assert.equal(mayBeAnswered(first), "anneke@fernhill.example");
});

test("automatic mail, bounces, lists, ourselves and addresses that nobody reads are never answered automatically", () => {
  const from = (address: string): Partial<FirstMessage> => ({ from: { name: "", address } });
  const never: Partial<FirstMessage>[] = [
    { kind: "automatic" },
    { kind: "bounce" },
    { isList: true },
    { from: null },
    { channel: { ...first.channel, kind: "api" } },
    { channel: { ...first.channel, address: null } },
    from("HELP@kith.example"),
    from("no-reply@shop.example"),
    from("noreply+881@shop.example"),
    from("MAILER-DAEMON@mx.example"),
    from("news-request@list.example"),
    from("owner-news@list.example"),
    from("not an address"),
  ];
  for (const one of never) assert.equal(mayBeAnswered({ ...first, ...one }), undefined, JSON.stringify(one));
});
