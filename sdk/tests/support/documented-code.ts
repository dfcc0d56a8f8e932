import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { root } from './packed-library.ts';

const textOf = (page: string) => readFile(join(root, page), 'utf8');

interface Block {
  readonly language: string;
  readonly text: string;
}

/** The code blocks of a page in these languages, a part of a regular expression. */
export async function blocksOf(page: string, languages: string): Promise<readonly Block[]> {
  const pattern = new RegExp(`^\`\`\`(${languages})\\n([\\s\\S]*?)^\`\`\``, 'gm');
  return [...(await textOf(page)).matchAll(pattern)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
}

/** A TypeScript example of a page about the library. */
export interface Example {
  readonly name: string;
  readonly text: string;
  /** The examples of a page use the client that the first of them makes. */
  readonly makesClient: boolean;
}

/** Every example of the pages about the library. Each is a module. */
export async function documentedExamples(): Promise<readonly Example[]> {
  const names = await readdir(join(root, 'docs'), { recursive: true });
  const pages = [
    'sdk/README.md',
    ...names.filter((name) => name.endsWith('.md')).map((name) => join('docs', name)),
  ];
  const examples: Example[] = [];
  for (const page of pages.sort()) {
    if (!(await textOf(page)).includes("'@tessera/client")) continue;
    for (const [index, { text }] of (await blocksOf(page, 'tsx?')).entries()) {
      const name = `${page.replaceAll(/\W/g, '-')}-${index}`;
      examples.push({ name, text, makesClient: /const tessera\b/.test(text) });
    }
  }
  expect(examples.length).toBeGreaterThan(20);
  return examples;
}
