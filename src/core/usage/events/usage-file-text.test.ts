import { describe, expect, it } from 'vitest';
import { divideUsageFile, eventsIn } from './usage-file-text.ts';

describe('the text of a usage file', () => {
  it.each<[string, unknown, readonly unknown[]]>([
    [
      '{"seq":1,"events":[{"id":"a"},{"id":"b"}],"sub":"x"}',
      { seq: 1, sub: 'x' },
      [{ id: 'a' }, { id: 'b' }],
    ],
    [' { "events" : [ 7 ] } ', {}, [7]],
    ['{"a":"],}\\"","events":[{"id":"]}\\","}]}', { a: '],}"' }, [{ id: ']}",' }]],
    ['{"a":{"events":[1]},"events":[2]}', { a: { events: [1] } }, [2]],
    ['{"events":[1],"events":[2]}', { events: [2] }, [1]],
  ])('%s', (text, claims, events) => {
    const divided = divideUsageFile(text);
    expect(divided?.claims).toEqual(claims);
    expect(divided && [...eventsIn(divided)]).toEqual(events);
  });

  it.each([
    '',
    '[]',
    '{}',
    '{"seq":1}',
    '{"seq":,"events":[1]}',
    `{"a":"${'x'.repeat(9_000)}","events":[1]}`,
    `{${',1'.repeat(9_000)},"events":[1]}`,
  ])('is none: %#', (text) => {
    expect(divideUsageFile(text)).toBeUndefined();
  });

  it.each([
    '{}',
    '[]',
    '[1,,2]',
    '[{"id":}]',
    `["${'x'.repeat(9_000)}"]`,
    `[${Array.from({ length: 10_001 }, () => '1').join()}]`,
    '7',
  ])('has no such events: %#', (events) => {
    expect(() => [...eventsIn({ claims: {}, events })]).toThrow(SyntaxError);
  });
});
