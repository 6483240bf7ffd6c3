import assert from "node:assert/strict";
import { test } from "node:test";
import { namedStatement } from "./named-statement.ts";

test("the values of a statement are given by their names, and a cast is none of them", () => {
  const { statement, values } = namedStatement(
    "things.move",
    ["id", "seen"],
    "update things set seen = :seen::text::xid8 where id = :id and :seen > 0",
  );
  assert.equal(statement.text, "update things set seen = $2::text::xid8 where id = $1 and $2 > 0");
  assert.deepEqual(values({ seen: "7", id: "a" }), ["a", "7"]);
});

test("a name that is not declared, or not used, is refused when the program starts", () => {
  assert.throws(() => namedStatement("things.move", ["id"], "select :id, :other"), /things\.move: there is no value other/);
  assert.throws(() => namedStatement("things.move", ["id", "seen"], "select :id"), /things\.move: seen is not used/);
});
