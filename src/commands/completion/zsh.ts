import type { CommandDescription, CommandOption } from '../description.ts';
import { groupsOf, optionsOf, wordsAfter } from './words.ts';

/** Descriptions beside the words, as zsh shows them. */
export function zshScript(table: readonly CommandDescription[]): string {
  const groups = groupsOf(table);
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
