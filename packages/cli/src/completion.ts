import { fieldsOf, optionName, ownOptionsOf, type Given } from "./arguments.ts";
import { COMMANDS, type Command } from "./commands.ts";
import { UsageError } from "./errors.ts";
import { summaryOf } from "./help.ts";
import { print } from "./stdout.ts";

const SHELLS: { [shell: string]: () => string } = { bash, zsh, fish };

/** Prints what a shell needs to complete commands and options. */
export async function completion({ words: [shell = ""] }: Given): Promise<void> {
  const write = SHELLS[shell];
  if (!write) throw new UsageError(`completion takes one of ${Object.keys(SHELLS).join(", ")}.`);
  await print(write());
}

const firstWords = () => [...new Set(COMMANDS.map(({ name }) => name.split(" ", 1)[0] ?? ""))];
const secondWords = (first: string) => COMMANDS.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));
const areas = () => firstWords().filter((first) => secondWords(first).length > 0);
const optionsOf = (command: Command) =>
  [...fieldsOf(command).map(([name]) => optionName(name)), ...Object.keys(ownOptionsOf(command))].map((name) => `--${name}`);

function bash(): string {
  return `# In ~/.bashrc: source <(kith completion bash)
_kith() {
  local word="\${COMP_WORDS[COMP_CWORD]}" one="\${COMP_WORDS[1]}" two="\${COMP_WORDS[2]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${firstWords().join(" ")}"
  else
    case "$one" in
${areas()
  .map((area) => `      ${area}) [ "$COMP_CWORD" -eq 2 ] && words="${secondWords(area).join(" ")}" ;;`)
  .join("\n")}
    esac
    if [ "\${word:0:1}" = "-" ]; then
      case "$one $two" in
${COMMANDS.map((command) => `        ${pattern(command)}) words="${optionsOf(command).join(" ")}" ;;`).join("\n")}
      esac
    fi
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _kith kith
`;
}

const pattern = ({ name }: Command) => (name.includes(" ") ? `"${name}"` : `"${name} "*`);

/** zsh runs the completion of bash. */
function zsh(): string {
  return `#compdef kith\n# In ~/.zshrc, after compinit: source <(kith completion zsh)\nautoload -Uz bashcompinit && bashcompinit\n${bash()}`;
}

function fish(): string {
  const lines = [
    "# In ~/.config/fish/config.fish: kith completion fish | source",
    `complete -c kith -n __fish_use_subcommand -f -a '${firstWords().join(" ")}'`,
    ...areas().map((area) => {
      const names = secondWords(area).join(" ");
      return `complete -c kith -n '__fish_seen_subcommand_from ${area}; and not __fish_seen_subcommand_from ${names}' -f -a '${names}'`;
    }),
    ...COMMANDS.flatMap((command) => {
      const seen = command.name.split(" ").map((word) => `__fish_seen_subcommand_from ${word}`);
      return optionsOf(command).map(
        (option) => `complete -c kith -n '${seen.join("; and ")}' -l ${option.slice(2)} -d '${quoted(summaryOf(command))}'`,
      );
    }),
  ];
  return `${lines.join("\n")}\n`;
}

const quoted = (text: string) => text.replaceAll("'", "\\'");
