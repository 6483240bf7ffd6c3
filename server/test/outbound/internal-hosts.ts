const THIS_MACHINE =
  "127.0.0.1 127.1 2130706433 0x7f.1 0x7f000001 017700000001 0177.0.0.1 127.0.0.1. 127.255.255.254 0 0.0.0.0 " +
  "１２７.0.0.1 127。0。0。1 ①②⑦.0.0.1 %31%32%37.0.0.1";
const PRIVATE_NETWORKS = "10.0.0.1 012.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 3232235777";
const METADATA_SERVICES = "169.254.169.254 0xa9fea9fe 2852039166 100.100.100.200 192.0.0.192 [fd00:ec2::254]";
const SPECIAL_USE =
  "100.64.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 " +
  "[2001::1] [2001:db8::1] [3fff::1] [fd00::1] [fe80::1] [fec0::1] [ff02::1] [100::1] [5f00::1] [4000::1]";
const LOOPBACK_AND_IPV4_IN_IPV6 =
  "[::1] [::] [0:0:0:0:0:0:0:1] [::127.0.0.1] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:7f00:1] [::FFFF:A9FE:A9FE] " +
  "[::ffff:0:127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::a9fe:a9fe] [2002:7f00:1::]";
const INTERNAL_NAMES =
  "localhost localhost. LOCALHOST ｌｏｃａｌｈｏｓｔ foo.localhost metadata.google.internal intranet printer.local nas.lan " +
  "router.home.arpa wiki.intranet hidden.onion";

/** Spellings of this machine, of private networks and of a cloud's metadata service. */
export const INTERNAL_HOSTS = [
  THIS_MACHINE,
  PRIVATE_NETWORKS,
  METADATA_SERVICES,
  SPECIAL_USE,
  LOOPBACK_AND_IPV4_IN_IPV6,
  INTERNAL_NAMES,
].flatMap((list) => list.split(" "));
