import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf } from "./place.ts";

test("an IPv6 address counts by its /64 network, in every notation; an IPv4 address by itself", () => {
  for (const ip of ["2001:db8:1:2::1", "2001:0db8:0001:0002:ffff:ffff:ffff:ffff", "2001:DB8:1:2:0:0:0:9"])
    assert.equal(placeOf(ip), "2001:db8:1:2::/64");
  assert.equal(placeOf("::1"), "0:0:0:0::/64");
  assert.equal(placeOf("fe80::1%eth0"), "fe80:0:0:0::/64");
  assert.equal(placeOf("192.0.2.7"), "192.0.2.7");
  assert.equal(placeOf("::ffff:192.0.2.7"), "192.0.2.7");
  assert.equal(placeOf(undefined), "unknown");
});
