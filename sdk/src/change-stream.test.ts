import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventParser, type StreamEvent } from './change-stream.ts';

const parsed = (...chunks: readonly string[]) => {
  const parser = new EventParser();
  return chunks.flatMap((chunk) => parser.push(chunk));
};

describe('events', () => {
  it.each<[string, string, readonly StreamEvent[]]>([
    ['with a type', 'event: ready\ndata: {}\n\n', [{ type: 'ready', data: '{}' }]],
    ['without a type', 'data: x\n\n', [{ type: 'message', data: 'x' }]],
    ['of many lines', 'data: a\ndata:b\ndata:  c\n\n', [{ type: 'message', data: 'a\nb\n c' }]],
    ['with an empty line of data', 'data\ndata:\n\n', [{ type: 'message', data: '\n' }]],
    ['after comments', ':\n\n: comment\n\ndata: x\n\n', [{ type: 'message', data: 'x' }]],
    ['with carriage returns', 'event: a\r\ndata: 1\r\n\r\n', [{ type: 'a', data: '1' }]],
    [
      'with carriage returns alone',
      'event: a\rdata: 1\r\rdata: 2\r\r:',
      [
        { type: 'a', data: '1' },
        { type: 'message', data: '2' },
      ],
    ],
    ['with other fields', 'id: 7\nretry: 1\nevents: x\ndata: x\n\n', [{ type: 'message', data: 'x' }]],
    ['without data are none', 'event: a\n\n', []],
    ['without an end are none', 'data: x\n', []],
  ])('%s', (_name, text, expected) => {
    expect(parsed(text)).toEqual(expected);
  });

  it('are the same however the text is cut', () => {
    const line = fc.constantFrom('event: a', 'data: 1', 'data: 2', ':', ': c', '', '', 'data', 'x: y');
    const end = fc.constantFrom('\n', '\r\n', '\r');
    const lines = fc.array(fc.tuple(line, end).map(([text, ending]) => text + ending));
    fc.assert(
      fc.property(lines, fc.array(fc.nat()), (parts, cuts) => {
        const text = `${parts.join('')}\n\n`;
        const positions = [...cuts.map((cut) => cut % text.length), 0, text.length].sort((a, b) => a - b);
        const chunks = positions.slice(1).map((position, index) => text.slice(positions[index], position));
        expect(parsed(...chunks)).toEqual(parsed(text));
      }),
    );
  });

  it('are refused when one has no end', () => {
    expect(() => parsed(...Array.from({ length: 70 }, () => 'x'.repeat(1_000)))).toThrow('no end');
    expect(() => parsed(...Array.from({ length: 70 }, () => `data: ${'x'.repeat(1_000)}\n`))).toThrow(
      'no end',
    );
  });
});
