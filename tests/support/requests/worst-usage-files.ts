import type { Installation } from '../worlds/installation.ts';
import type { Bodies } from './worst-bodies.ts';

type Licence = Parameters<Installation['usageFile']>[0];

/** Usage files that take most to read, each of at most 4 MiB. */
export function worstUsageFiles(installation: Installation, licence: Licence, now: Date): Bodies {
  const most = 10_000;
  const bytes = 4 * 1024 * 1024;
  const occurredAt = now.toISOString();
  const list = <Item>(count: number, item: (index: number) => Item) =>
    Array.from({ length: count }, (_, at) => item(at));
  const signed = (events: readonly unknown[], rest: object = {}) =>
    installation.usageFile(licence, now, events, rest);
  const marked = (text: string) => `-----BEGIN TESSERA USAGE-----\n${text}\n-----END TESSERA USAGE-----`;
  const event = (index: number) => ({ id: `e${index}-${'x'.repeat(110)}`, dimension: 'calls', occurredAt });
  const files: Bodies = [
    ['ten thousand events', signed(list(most, (index) => ({ ...event(index), uniqueKey: 'k'.repeat(70) })))],
    [
      'ten thousand wrong events',
      signed(list(most, (index) => ({ ...event(index), quantity: 'x'.repeat(70) }))),
    ],
    ['ten thousand numbers', signed(list(most, (index) => index))],
    [
      'different names',
      signed(list(most, (at) => Object.fromEntries(list(12, (of) => [`n${at}-${of}`, 1] as const)))),
    ],
    ['too many events', signed(list(400_000, () => 1))],
    ['one large event', signed([{ ...event(0), uniqueKey: 'k'.repeat(3_000_000) }])],
    [
      'many claims',
      signed([1], Object.fromEntries(list(100_000, (index) => [`claim-${index}`, 1] as const))),
    ],
    ['deep lists', signed([JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`)])],
    ['line ends', marked('\n'.repeat(bytes - 100))],
    ['short lines', marked('a\n'.repeat(bytes / 2 - 100))],
    ['spaces', marked(' '.repeat(bytes - 100))],
    ['one part', marked('a'.repeat(bytes - 100))],
    ['points', marked('.'.repeat(bytes - 100))],
    ['another alphabet', marked('ä'.repeat(bytes / 2))],
  ];
  return files.map(([name, file]) => [name, JSON.stringify({ file: file.slice(0, bytes) })]);
}
