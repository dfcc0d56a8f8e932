import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json, Peer, type ServiceResponse } from '../../tests/support/peer.ts';
import { Emitter } from '../emitter.ts';
import { createService, type Service } from '../http/service.ts';
import { type ChangeReader, EventParser, readChanges, type StreamEvent } from './change-stream.ts';

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

describe('a change stream', () => {
  const reader = (more: Partial<ChangeReader> = {}): ChangeReader => ({
    signal: new AbortController().signal,
    silenceLimit: 10_000,
    onBytes: () => undefined,
    onEvent: () => undefined,
    ...more,
  });
  let peer: Peer;
  let service: Service;
  beforeAll(async () => {
    peer = await Peer.start();
    service = createService({ url: peer.url, credential: { apiKey: 'tsk_1' } }, new Emitter());
  });
  afterAll(() => peer.close());
  const open: ServiceResponse = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: ready\ndata: {}\n\n');
  };

  it('ends with the response', async () => {
    const events: string[] = [];
    peer.otherwise = (response, request) => {
      open(response, request);
      response.end('event: resync\ndata: {}\n\n');
    };
    await readChanges(service, reader({ onEvent: ({ type }) => events.push(type) }));
    expect(events).toEqual(['ready', 'resync']);
  });

  it.each<[string, Partial<ChangeReader>, ServiceResponse, string]>([
    ['it is silent', { silenceLimit: 50 }, open, 'silent for 50 ms'],
    ['it is no stream', {}, json(200, {}), 'no stream of changes'],
    [
      'it is cut',
      {},
      (response, request) => {
        open(response, request);
        setImmediate(() => response.destroy());
      },
      'terminated',
    ],
    ['it is refused', {}, json(409, { code: 'client.too_many_streams' }), 'client.too_many_streams'],
  ])('fails if %s', async (_name, more, answer, message) => {
    peer.otherwise = answer;
    await expect(readChanges(service, reader(more))).rejects.toThrow(message);
  });

  it('ends with its signal', async () => {
    const controller = new AbortController();
    peer.otherwise = open;
    const onEvent = () => controller.abort(new Error('enough'));
    await expect(readChanges(service, reader({ signal: controller.signal, onEvent }))).rejects.toThrow(
      'enough',
    );
  });
});
