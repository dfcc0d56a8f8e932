import type { CommandDescription } from './description.ts';

export const shellCommands: readonly CommandDescription[] = [
  {
    name: 'completion',
    group: 'shell',
    summary: 'print the completion of a shell',
    description: [
      'bash: add `source <(tessera completion bash)` to ~/.bashrc. zsh: add `source <(tessera completion zsh)` to ~/.zshrc, after compinit.',
    ],
    arguments: [{ name: 'shell', description: 'bash or zsh.', choices: ['bash', 'zsh'] }],
    options: [],
    examples: ['completion bash', 'completion zsh'],
    load: async () => (await import('./completion.ts')).completion,
  },
];
