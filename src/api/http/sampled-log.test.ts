import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FailureLog, logCircuit, logFault, sampleFailures } from './sampled-log.ts';

const window = 10_000;

const trace = new AsyncLocalStorage<string>();

let lines: Record<string, unknown>[];
let texts: string[];
let logger: pino.Logger;
let logFailure: FailureLog;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  texts = [];
  logger = pino(
    { base: null, timestamp: false, mixin: () => ({ traceId: trace.getStore() }) },
    {
      write: (text: string) => {
        texts.push(text);
        lines.push(JSON.parse(text));
      },
    },
  );
  logFailure = sampleFailures(logger);
});
afterEach(() => vi.useRealTimers());

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const ended = () => Object.assign(new Error('terminating connection'), { code: '57P01' });
const line = (fields: object) => ({ level: 40, msg: 'lost', ...fields });
const firstRefused = line({ errorCode: 'ECONNREFUSED', reason: 'connect ECONNREFUSED' });

describe('sampleFailures', () => {
  it('logs the first failure at once, and those of the next ten seconds as one line with their count', () => {
    for (let count = 0; count < 1_000; count++) logFailure('lost', refused());
    expect(lines).toEqual([firstRefused]);
    vi.advanceTimersByTime(window - 1);
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(lines).toEqual([firstRefused, { ...firstRefused, count: 999 }]);
  });

  it('counts while failures continue, and logs the next at once after ten quiet seconds', () => {
    logFailure('lost', refused());
    for (let windows = 0; windows < 3; windows++) {
      logFailure('lost', refused());
      logFailure('lost', refused());
      vi.advanceTimersByTime(window);
    }
    expect(lines.map(({ count }) => count)).toEqual([undefined, 2, 2, 2]);
    vi.advanceTimersByTime(window);
    expect(vi.getTimerCount()).toBe(0);
    logFailure('lost', refused());
    expect(lines.slice(4)).toEqual([firstRefused]);
  });

  it('counts each message and error code separately', () => {
    for (let count = 0; count < 3; count++) {
      logFailure('lost', refused());
      logFailure('lost', ended());
      logFailure('not counted', ended());
      logFailure('lost', new Error('Connection terminated unexpectedly'));
      logFailure('lost', null);
    }
    vi.advanceTimersByTime(window);
    expect(lines.filter(({ count }) => count === undefined)).toHaveLength(4);
    expect(lines.filter(({ count }) => count !== undefined).map(({ count }) => count)).toEqual([2, 2, 2, 5]);
  });

  it('includes the latest failure of the ten seconds with its context', () => {
    for (const requestId of ['first', 'second', 'third']) logFailure('lost', ended(), { requestId });
    vi.advanceTimersByTime(window);
    expect(lines).toMatchObject([{ requestId: 'first' }, { requestId: 'third', count: 2 }]);
  });

  it('includes the trace of the same failure, also after ten seconds', () => {
    for (const name of ['first', 'second', 'third', 'fourth']) {
      trace.run(`trace of ${name}`, () => logFailure('lost', ended(), { requestId: name }));
      if (name === 'third') vi.advanceTimersByTime(window);
    }
    trace.run('trace of nobody', () => vi.advanceTimersByTime(window));
    expect(lines).toMatchObject([
      { requestId: 'first', traceId: 'trace of first' },
      { requestId: 'third', traceId: 'trace of third' },
      { requestId: 'fourth', traceId: 'trace of fourth' },
    ]);
  });

  it('logs only code and message of an error', () => {
    const error = Object.assign(new Error('x'.repeat(5_000)), {
      code: '57P01',
      client: { secretKey: 123_456_789, connectionParameters: { password: 'swordfish' } },
    });
    logFailure('lost', error);
    expect(lines).toEqual([line({ errorCode: '57P01', reason: 'x'.repeat(200) })]);
    expect(texts.join('')).not.toMatch(/swordfish|123456789|stack/);
  });

  it('logs thrown values that are not errors', () => {
    logFailure('lost', 'a word');
    expect(lines).toEqual([line({ errorCode: null, reason: 'a word' })]);
  });
});

describe('logFault', () => {
  it('samples each worker on its own', () => {
    for (let count = 0; count < 3; count++) {
      logFault(logger, logFailure, 'dispatch-usage', ended());
      logFault(logger, logFailure, 'deliver-webhooks', ended());
    }
    vi.advanceTimersByTime(window);
    expect(lines.map(({ worker, count }) => [worker, count])).toEqual([
      ['dispatch-usage', undefined],
      ['deliver-webhooks', undefined],
      ['dispatch-usage', 2],
      ['deliver-webhooks', 2],
    ]);
  });

  it("samples database failures and logs a worker's own failures in full", () => {
    for (let count = 0; count < 5; count++) logFault(logger, logFailure, 'dispatch-usage', ended());
    for (let count = 0; count < 2; count++)
      logFault(logger, logFailure, 'dispatch-usage', new Error('a bug'));
    expect(lines).toMatchObject([
      { level: 40, worker: 'dispatch-usage', errorCode: '57P01' },
      { level: 50, worker: 'dispatch-usage', err: { message: 'a bug', stack: expect.any(String) } },
      { level: 50, err: { message: 'a bug' } },
    ]);
  });
});

describe('logCircuit', () => {
  it('logs why a circuit opened, and that it closed, of each connection and endpoint on its own', () => {
    const reason = 'The marketplace answered 500';
    for (const connection of ['Contoso', 'Fabrikam']) {
      for (const each of [reason, null, reason, null]) {
        logCircuit(logFailure, { workspaceId: 'w1', target: { connection }, reason: each });
      }
    }
    logCircuit(logFailure, { workspaceId: 'w1', target: { endpointId: 'e1' }, reason });
    expect(lines).toEqual([
      { level: 40, msg: 'circuit opened', workspaceId: 'w1', connection: 'Contoso', errorCode: null, reason },
      {
        level: 40,
        msg: 'circuit closed',
        workspaceId: 'w1',
        connection: 'Contoso',
        errorCode: null,
        reason: null,
      },
      {
        level: 40,
        msg: 'circuit opened',
        workspaceId: 'w1',
        connection: 'Fabrikam',
        errorCode: null,
        reason,
      },
      {
        level: 40,
        msg: 'circuit closed',
        workspaceId: 'w1',
        connection: 'Fabrikam',
        errorCode: null,
        reason: null,
      },
      { level: 40, msg: 'circuit opened', workspaceId: 'w1', endpointId: 'e1', errorCode: null, reason },
    ]);
    vi.advanceTimersByTime(window);
    expect(lines.slice(5)).toHaveLength(4);
  });
});
