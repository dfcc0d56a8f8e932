import type { Call } from './call.ts';
import type { CommandDescription, CommandOption } from './description.ts';

/** `completion bash|zsh`: prints the script, made from the table of commands. */
export async function completion(call: Call, table: readonly CommandDescription[]): Promise<number> {
  process.stdout.write(call.text('shell') === 'zsh' ? zshScript(table) : bashScript(table));
  return 0;
}

const flags = [
  { name: 'help', description: 'Print help.' },
  { name: 'version', description: 'Print the version.' },
] as const satisfies readonly CommandOption[];

/** The options of a command, `--help` included. */
function optionsOf({ name, options }: CommandDescription): readonly CommandOption[] {
  return [...options, ...(name === '' ? flags : flags.slice(0, 1))];
}

/** The first words of commands, or the second words after a first. */
function wordsAfter(first: string | null, table: readonly CommandDescription[]): string[] {
  const words = table
    .map(({ name }) => name.split(' '))
    .filter(([word]) => word !== '' && (first === null || word === first))
    .map((each) => each[first === null ? 0 : 1] ?? '');
  return [...new Set(words)].filter((word) => word !== '');
}

/** One `case` for the words that can follow, one for the values of options. */
export function bashScript(table: readonly CommandDescription[]): string {
  const groups = wordsAfter(null, table).filter((word) => wordsAfter(word, table).length > 0);
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

/** Descriptions beside the words, as zsh shows them. */
export function zshScript(table: readonly CommandDescription[]): string {
  const groups = wordsAfter(null, table).filter((word) => wordsAfter(word, table).length > 0);
  const single = table.filter(({ name }) => name !== '' && !name.includes(' '));
  const firstWords = [
    ...single.map(({ name, summary }) => inZsh(`${name}:${summary}`)),
    ...groups.map((word) => inZsh(`${word}:${wordsAfter(word, table).join(', ')}`)),
  ];
  const plain = table.find(({ name }) => name === '');
  return `#compdef tessera
# Completion of tessera for zsh: put this file into a folder of $fpath as _tessera, or source <(tessera completion zsh)
_tessera() {
  local -a commands
  if (( CURRENT == 2 )) && [[ \${words[2]} != -* ]]; then
    commands=(${firstWords.join(' ')})
    _describe command commands
    return
  fi
  case "\${words[2]}" in
${single.map((command) => `    ${command.name}) shift words; (( CURRENT-- )); ${argumentsInZsh(command)} ;;`).join('\n')}
${groups
  .map((word) => {
    const members = table.filter(({ name }) => name.startsWith(`${word} `));
    return `    ${word})
      if (( CURRENT == 3 )); then
        commands=(${members.map(({ name, summary }) => inZsh(`${name.slice(word.length + 1)}:${summary}`)).join(' ')})
        _describe command commands
        return
      fi
      case "\${words[3]}" in
${members.map((command) => `        ${command.name.slice(word.length + 1)}) shift 2 words; (( CURRENT -= 2 )); ${argumentsInZsh(command)} ;;`).join('\n')}
      esac ;;`;
  })
  .join('\n')}
    *) ${plain ? argumentsInZsh(plain) : ':'} ;;
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _tessera "$@"; else compdef _tessera tessera; fi
`;
}

function argumentsInZsh(command: CommandDescription): string {
  const options = optionsOf(command).map((option) =>
    inZsh(`--${option.name}[${option.description.replaceAll(/[[\]]/g, '')}]${valueInZsh(option)}`),
  );
  const positional = (command.arguments ?? []).map(({ name, choices }) =>
    inZsh(`:${name}:${choices ? `(${choices.join(' ')})` : ''}`),
  );
  return `_arguments ${[...options, ...positional].join(' ')}`;
}

function valueInZsh({ value, choices, isFile }: CommandOption): string {
  if (value === undefined) return '';
  return `:${value}:${choices ? `(${choices.join(' ')})` : isFile ? '_files' : ''}`;
}

/** A quoted word. */
const inZsh = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
