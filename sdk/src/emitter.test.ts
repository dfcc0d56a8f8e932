import { expect, it, vi } from 'vitest';
import { Emitter } from './emitter.ts';

const hit = { tenantId: 'one' };

it('calls each listener until it is removed', () => {
  const emitter = new Emitter();
  const seen: string[] = [];
  const stop = emitter.on('hit', ({ tenantId }) => seen.push(`a ${tenantId}`));
  emitter.on('hit', ({ tenantId }) => seen.push(`b ${tenantId}`));
  emitter.emit('hit', hit);
  stop();
  emitter.emit('hit', hit);
  expect(seen).toEqual(['a one', 'b one', 'b one']);
});

it('knows whether anybody listens', () => {
  const emitter = new Emitter();
  expect(emitter.has('hit')).toBe(false);
  const stop = emitter.on('hit', () => undefined);
  expect(emitter.has('hit')).toBe(true);
  stop();
  expect(emitter.has('hit')).toBe(false);
});

it('gives what a listener throws to the listeners of errors', () => {
  const emitter = new Emitter();
  const errors: unknown[] = [];
  const fault = new Error('of the application');
  emitter.on('hit', () => {
    throw fault;
  });
  emitter.on('error', ({ error }) => {
    errors.push(error);
    throw new Error('of the listener of errors');
  });
  emitter.emit('hit', hit);
  expect(errors).toEqual([fault]);
});

it('emits the same error once a minute', () => {
  vi.useFakeTimers();
  const emitter = new Emitter();
  const errors: unknown[] = [];
  emitter.on('error', ({ error }) => errors.push(error));
  const fail = (message: string) => emitter.emit('error', { error: new Error(message) });
  for (let index = 0; index < 300; index++) fail('No space left on device');
  fail('The journal is full');
  vi.advanceTimersByTime(60_000);
  fail('No space left on device');
  vi.useRealTimers();
  expect(errors.map(String)).toEqual([
    'Error: No space left on device',
    'Error: The journal is full',
    'Error: No space left on device',
  ]);
});
