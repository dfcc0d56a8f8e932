import type { CommandDescription, CommandOption } from '../description.ts';
import { groupsOf, optionsOf, wordsAfter } from './words.ts';

/** One `case` for the words that can follow, one for the values of options. */
export function bashScript(table: readonly CommandDescription[]): string {
  const groups = groupsOf(table);
  const valued = table.flatMap((command) =>
    command.options
      .filter(({ value }) => value !== undefined)
      .map((option) => `    '${command.name} --${option.name}') ${valuesInBash(option)} ;;`),
  );
  return `# Completion of tessera for bash: source <(tessera completion bash)
_tessera() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command= index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD && index < 3; index++)); do
    case "$command \${COMP_WORDS[index]}" in
      ${[...table.filter(({ name }) => name !== ''), ...groups.map((name) => ({ name }))]
        .map(({ name }) => `'${name.includes(' ') ? name : ` ${name}`}'`)
        .join(' | ')}) command="\${command:+$command }\${COMP_WORDS[index]}" ;;
      *) break ;;
    esac
  done
  case "$command $previous" in
${valued.join('\n')}
  esac
  case "$command" in
${[
  ...table.map((command) => [command.name, completionsOf(command, table)] as const),
  ...groups.map((word) => [word, [...wordsAfter(word, table), '--help']] as const),
]
  .map(([name, words]) => `    '${name}') COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$current")) ;;`)
  .join('\n')}
  esac
}
complete -F _tessera tessera
`;
}

function completionsOf(command: CommandDescription, table: readonly CommandDescription[]): string[] {
  const options = optionsOf(command).map(({ name }) => `--${name}`);
  if (command.name === '') return [...wordsAfter(null, table), ...options];
  return [...(command.arguments ?? []).flatMap(({ choices = [] }) => choices), ...options];
}

function valuesInBash({ choices, isFile }: CommandOption): string {
  if (choices) return `COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$current")); return`;
  return isFile
    ? `local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$current")); compopt -o filenames 2> /dev/null; return`
    : 'return';
}
