import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { startProcess } from "./processes.ts";

export interface PostfixPorts {
  /** With STARTTLS. */
  smtp: number;
  /** With TLS from the first byte. */
  smtps: number;
  lmtp: number;
}

/** What `postfix start` would create and check, which takes seconds. */
const QUEUES = ["active", "bounce", "corrupt", "defer", "deferred", "flush", "hold", "incoming", "private", "saved", "trace"];

const SERVICES = `pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;

const idOf = (flag: "-u" | "-g", name: string) => Number(execFileSync("id", [flag, name]).toString());

export function startPostfix(folder: string, ports: PostfixPorts) {
  const own = join(folder, "postfix");
  const [postfix, group] = [idOf("-u", "postfix"), idOf("-g", "postfix")];
  const [, drop] = /^postdrop:[^:]*:(\d+):/m.exec(readFileSync("/etc/group", "utf8")) ?? [];
  const make = (path: string, owner: number, ownerGroup: number, mode: number) => {
    mkdirSync(join(own, path), { recursive: true, mode });
    chownSync(join(own, path), owner, ownerGroup);
    execFileSync("chmod", [mode.toString(8), join(own, path)]);
  };
  make("etc", 0, 0, 0o755);
  make("queue", 0, 0, 0o755);
  make("data", postfix, group, 0o700);
  make("queue/pid", 0, 0, 0o755);
  for (const name of QUEUES) make(`queue/${name}`, postfix, group, 0o700);
  make("queue/maildrop", postfix, Number(drop), 0o1730);
  make("queue/public", postfix, Number(drop), 0o2710);
  writeFileSync(join(own, "etc/main.cf"), mainConfig(folder, ports));
  const listeners = `127.0.0.1:${ports.smtp} inet n - n - - smtpd
127.0.0.1:${ports.smtps} inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
`;
  writeFileSync(join(own, "etc/master.cf"), listeners + SERVICES);
  return startProcess("/usr/lib/postfix/sbin/master", ["-d", "-c", join(own, "etc")], ports.smtp);
}

const mainConfig = (folder: string, { lmtp }: PostfixPorts) => `compatibility_level = 3.6
queue_directory = ${folder}/postfix/queue
data_directory = ${folder}/postfix/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = ${folder}/postfix/log
maillog_file_prefixes = ${folder}
myhostname = mail.test.example
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
local_recipient_maps =
virtual_mailbox_domains = test.example
virtual_mailbox_maps = static:all
virtual_transport = lmtp:inet:127.0.0.1:${lmtp}
recipient_delimiter = +
# Accepted here, refused by the next hop: the way to a real bounce.
relay_domains = elsewhere.example
transport_maps = inline:{ elsewhere.example=lmtp:inet:127.0.0.1:${lmtp} }
default_transport = error:5.4.4 no mail leaves this machine
relay_transport = error:5.4.4 no mail leaves this machine
message_size_limit = 41943040
virtual_mailbox_limit = 0
in_flow_delay = 0
smtpd_client_connection_count_limit = 0
smtpd_error_sleep_time = 0
lmtp_destination_concurrency_limit = 20
smtpd_tls_cert_file = ${folder}/cert.pem
smtpd_tls_key_file = ${folder}/key.pem
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${folder}/auth
alias_maps =
`;
