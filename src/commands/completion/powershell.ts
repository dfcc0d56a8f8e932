import type { CommandDescription } from '../description.ts';
import { groupsOf, optionsOf, wordsAfter } from './words.ts';

/** Two tables: the words that can follow a command, each with its description, and the values of its options. */
export function powershellScript(table: readonly CommandDescription[]): string {
  const summaryOf = (name: string) => table.find((command) => command.name === name)?.summary;
  const following = (group: string | null) =>
    wordsAfter(group, table).map((word): Pair => {
      const name = group === null ? word : `${group} ${word}`;
      return [word, summaryOf(name) ?? wordsAfter(word, table).join(', ')];
    });
  const words = [
    ...table.map((command) => [command.name, ownWords(command, following)] as const),
    ...groupsOf(table).map((group) => [group, [...following(group), helpOption]] as const),
  ].map(([name, pairs]) => `        ${quoted(name)} = [ordered]@{ ${pairs.map(entry).join('; ')} }`);
  const values = table.flatMap(({ name, options }) =>
    options
      .filter(({ value }) => value !== undefined)
      .map(
        (option) =>
          `        ${quoted(`${name} --${option.name}`)} = @(${(option.choices ?? []).map(quoted).join(', ')})`,
      ),
  );
  return `# Completion of tessera for PowerShell: tessera completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName tessera -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @{
${words.join('\n')}
    }
    $values = @{
${values.join('\n')}
    }
    $typed = @($commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { $_.Extent.Text } | Select-Object -Skip 1)
    $command = ''
    foreach ($count in 1, 2) {
        if ($typed.Count -lt $count) { break }
        $name = $typed[0..($count - 1)] -join ' '
        if ($words.ContainsKey($name)) { $command = $name }
    }
    $option = if ($typed.Count -gt 0) { "$command $($typed[-1])" } else { '' }
    if ($values.ContainsKey($option)) {
        $values[$option] | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
            [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
        }
        return
    }
    $words[$command].GetEnumerator() | Where-Object { $_.Key -like "$wordToComplete*" } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_.Key, $_.Key, 'ParameterValue', $_.Value)
    }
}
`;
}

type Pair = readonly [word: string, description: string];

const helpOption: Pair = ['--help', 'Print help.'];

function ownWords(command: CommandDescription, following: (group: null) => readonly Pair[]): readonly Pair[] {
  const values = (command.arguments ?? []).flatMap(({ choices = [], description }) =>
    choices.map((choice): Pair => [choice, description]),
  );
  const options = optionsOf(command).map(({ name, description }): Pair => [`--${name}`, description]);
  return [...(command.name === '' ? following(null) : values), ...options];
}

const entry = ([word, description]: Pair) => `${quoted(word)} = ${quoted(description)}`;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
