import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { isUuid } from '../core/identifiers.ts';
import { requestIdSequence, requestIds } from './request-id.ts';

const withHeaders = (...rawHeaders: readonly string[]) => ({ rawHeaders }) as unknown as IncomingMessage;

it('every id of a process is a new UUID', () => {
  const newId = requestIdSequence(randomBytes);
  const ids = Array.from({ length: 100_000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => isUuid(id) && /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/.test(id))).toBe(true);
});

it('two processes have no id in common', () => {
  const [one, other] = [requestIdSequence(randomBytes), requestIdSequence(randomBytes)];
  expect(one().slice(0, 24)).not.toBe(other().slice(0, 24));
});

it.each([
  ['the id of the caller', ['X-Request-Id', 'order-7'], 'order-7'],
  ['a new id without one', ['Host', 'localhost'], 'new'],
  ['a new id instead of one that is unsafe to log', ['x-request-id', 'a b'], 'new'],
])('a request has %s', (_case, headers, expected) => {
  expect(requestIds(() => 'new')(withHeaders(...headers))).toBe(expected);
});
