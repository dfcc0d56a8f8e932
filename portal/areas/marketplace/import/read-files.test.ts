import { expect, it } from 'vitest';
import { missingTables, readFiles } from './read-files.ts';

const file = (name: string, content: string | Uint8Array<ArrayBuffer>, size?: number) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { name, size: size ?? bytes.length, arrayBuffer: async () => bytes.slice().buffer };
};
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));

it('reads the files of an export by their names, in UTF-8 and UTF-16', async () => {
  const files = [file('dbo.subscriptions.CSV', 'Id\n1\n'), file('Users.csv', utf16('Näme\n'))];
  const { tables, problems } = await readFiles(files);
  expect([tables, problems]).toEqual([{ Subscriptions: 'Id\n1\n', Users: 'Näme\n' }, []]);
  expect(missingTables(tables)).toEqual(['Plans', 'Offers']);
});

it.each([
  [file('notes.txt', 'x'), 'notes.txt is no file of an export'],
  [file('Plans.csv', 'x', 9_000_000), 'Plans.csv is larger than 8 MB.'],
  [file('Plans.csv', new Uint8Array([0x4a, 0xf6, 0x72])), 'Plans.csv is not in UTF-8'],
  [file('Plans.csv', 'P\0l\0'), 'Plans.csv is not in UTF-8'],
])('refuses %o', async (wrong, problem) => {
  expect(await readFiles([wrong])).toEqual({ tables: {}, problems: [expect.stringContaining(problem)] });
});
