import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startProcess } from "./processes.ts";

export interface DovecotPorts {
  imap: number;
  imaps: number;
  lmtp: number;
  /** Where tokens are introspected. */
  oauth: number;
}

/** The account that owns the mails: it exists on every Debian and owns nothing else. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const FOLDERS = ["Sent", "Junk", "Trash", "Drafts", "Archive"];

export interface MailUser {
  address: string;
  password: string;
  /** Such as `20K`; without one the mailbox is endless. */
  storage?: string;
}

/** Writes what Dovecot reads about its users. It reads the file again when it changes. */
export function writeUsers(folder: string, users: readonly MailUser[]): void {
  const lines = users.map(({ address, password, storage }) => {
    const quota = storage === undefined ? "" : `userdb_quota_rule=*:storage=${storage}`;
    return `${address}:{PLAIN}${password}:${NOBODY.uid}:${NOBODY.gid}::${folder}/mail/${address}::${quota}\n`;
  });
  writeFileSync(join(folder, "users"), lines.join(""));
}

export function startDovecot(folder: string, ports: DovecotPorts) {
  const own = join(folder, "dovecot");
  mkdirSync(join(own, "run"), { recursive: true });
  mkdirSync(join(own, "state"), { recursive: true });
  writeFileSync(join(own, "oauth2.conf"), oauthConfig(ports.oauth));
  const config = join(own, "dovecot.conf");
  writeFileSync(config, mainConfig(folder, ports));
  return startProcess("/usr/sbin/dovecot", ["-F", "-c", config], ports.imap);
}

const oauthConfig = (port: number) => `introspection_mode = get
introspection_url = http://127.0.0.1:${port}/introspect?token=
username_attribute = email
active_attribute = active
active_value = true
`;

const mainConfig = (folder: string, { imap, imaps, lmtp }: DovecotPorts) => `base_dir = ${folder}/dovecot/run
state_dir = ${folder}/dovecot/state
instance_name = ${folder.replaceAll("/", "-")}
log_path = ${folder}/dovecot/log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = yes
auth_mechanisms = plain login xoauth2 oauthbearer
# A wrong password is answered at once: tests do not wait for it.
auth_failure_delay = 0
first_valid_uid = 1
mail_uid = ${NOBODY.uid}
mail_gid = ${NOBODY.gid}
mail_location = mdbox:${folder}/mail/%u/mdbox
mail_fsync = never
mail_plugins = quota
recipient_delimiter = +
lda_mailbox_autocreate = yes
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${folder}/dovecot/oauth2.conf
}
passdb {
  driver = passwd-file
  mechanisms = plain login
  args = username_format=%Lu ${folder}/users
}
userdb {
  driver = passwd-file
  args = username_format=%Lu ${folder}/users
}
plugin {
  quota = count:User quota
  quota_vsizes = yes
}
namespace inbox {
  inbox = yes
  separator = /
${FOLDERS.map((name) => `  mailbox ${name} {\n    auto = create\n    special_use = \\${name}\n  }`).join("\n")}
}
default_vsz_limit = 1G
mail_max_userip_connections = 500
login_trusted_networks =
service anvil {
  client_limit = 4096
  # Whoever gives wrong passwords is not made to wait.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service auth {
  client_limit = 4096
  unix_listener ${folder}/auth {
    mode = 0666
  }
}
service imap-login {
  service_count = 0
  client_limit = 1000
  process_limit = 8
  inet_listener imap {
    port = ${imap}
  }
  inet_listener imaps {
    port = ${imaps}
    ssl = yes
  }
}
service imap {
  process_limit = 1024
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${lmtp}
  }
}
service stats {
  chroot =
}
protocol imap {
  mail_plugins = quota imap_quota
}
protocol lmtp {
  mail_plugins = quota
}
`;
