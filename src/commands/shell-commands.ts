import { shells } from './completion/shells.ts';
import type { CommandDescription } from './description.ts';

export const shellCommands: readonly CommandDescription[] = [
  {
    name: 'completion',
    group: 'shell',
    summary: 'print the completion of a shell',
    description: [
      'bash: add `source <(tessera completion bash)` to ~/.bashrc. zsh: add `source <(tessera completion zsh)` to ~/.zshrc, after compinit.',
      'fish: add `tessera completion fish | source` to ~/.config/fish/config.fish. PowerShell: add `tessera completion powershell | Out-String | Invoke-Expression` to the file that $PROFILE names.',
    ],
    arguments: [{ name: 'shell', description: 'The shell.', choices: shells }],
    options: [],
    examples: ['completion bash', 'completion zsh', 'completion fish', 'completion powershell'],
    load: async () => (await import('./completion/completion.ts')).completion,
  },
];
