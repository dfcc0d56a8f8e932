import { expect, it } from 'vitest';
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
