import { readFileSync } from 'node:fs';
import type { PortalUser } from './portal-user.ts';
import type { Answer } from './world.ts';

/** The calls below a workspace that the pages show, as they stand there. */
export function documentedCalls(...pages: readonly string[]): readonly string[] {
  return pages
    .map((name) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8'))
    .join('')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.startsWith('curl ') && line.includes('$WORKSPACE'));
}

/** Does what curl would do with the line, in the user's session, with what the shell's variables stand for. */
export async function runDocumentedCall(
  user: PortalUser,
  line: string,
  variables: Readonly<Record<string, string>>,
  change: (body: Record<string, unknown>) => void = () => {},
): Promise<{ readonly call: string; readonly answer: Answer }> {
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
  const after = (option: string) =>
    words.flatMap((word, index) => (word === option ? [words[index + 1] ?? ''] : []));
  const filled = (text: string) =>
    Object.entries(variables).reduce((known, [name, value]) => known.replaceAll(`$${name}`, value), text);
  const [data] = after('-d');
  const where = words.find((word) => word.startsWith('$WORKSPACE'))?.replace('$WORKSPACE', '') ?? '';
  const body = data && JSON.parse(filled(data.replaceAll('…', 'x')));
  if (body) change(body);
  const method = after('-X')[0] ?? (data ? 'POST' : 'GET');
  const headers = after('-H').map((header) => header.toLowerCase().split(': ') as [string, string]);
  const answer = await user.call(method, filled(where), {
    ...(body && { body }),
    headers: Object.fromEntries(headers),
  });
  return { call: `${method} ${where.replace(/\?.*/, '')}`, answer };
}
