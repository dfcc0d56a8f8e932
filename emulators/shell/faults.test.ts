import { beforeEach, describe, expect, it } from 'vitest';
import { answerFaultCommand, createFaults, type Fault, type Faults, meetFault } from './faults.ts';

interface TenantFault extends Fault<'failing' | 'hanging'> {
  readonly tenantId?: string;
}

let faults: Faults<TenantFault>;
beforeEach(() => {
  faults = createFaults(({ kind, tenantId = '' }) => `${kind} ${tenantId}`);
});
const command = (query: string) =>
  answerFaultCommand(new URLSearchParams(query), faults, ['failing', 'hanging'], (parameters) => {
    const tenantId = parameters.get('tenant');
    return tenantId === null ? {} : { tenantId };
  });

describe('faults', () => {
  it('are met in the order they were set, each for its number of requests', () => {
    command('kind=failing&times=2');
    command('kind=hanging');
    const kinds = Array.from({ length: 4 }, () => faults.take()?.kind);
    expect(kinds).toEqual(['failing', 'failing', 'hanging', 'hanging']);
    expect(faults.list()).toEqual([{ kind: 'hanging' }]);
  });

  it('replace a fault with the same key', () => {
    command('kind=failing&retryAfterSeconds=1');
    expect(command('kind=failing&retryAfterSeconds=2').body).toEqual({
      faults: [{ kind: 'failing', retryAfterSeconds: 2 }],
    });
  });

  it('are ended for one scope, or all', () => {
    for (const query of ['kind=failing', 'kind=failing&tenant=a', 'kind=hanging&tenant=b']) command(query);
    expect(command('kind=none&tenant=a').body).toEqual({
      faults: [{ kind: 'failing' }, { kind: 'hanging', tenantId: 'b' }],
    });
    expect(command('kind=none').body).toEqual({ faults: [] });
  });

  it.each([
    ['', 'kind must be none or one of failing, hanging'],
    ['kind=odd', 'kind must be none or one of failing, hanging'],
    ['kind=failing&times=0', 'times must be at least 1'],
    ['kind=failing&times=many', 'times must be a whole number'],
    ['kind=failing&delayMilliseconds=-1', 'delayMilliseconds must be a whole number'],
  ])('refuse the command %j', (query, message) => {
    expect(() => command(query)).toThrow(message);
    expect(faults.list()).toEqual([]);
  });

  it.each([
    ['hanging', 'none'],
    ['reset', 'reset'],
    ['proxy-page', { status: 200, text: expect.stringContaining('<!doctype html>') }],
    ['throttled', undefined],
  ])('of the kind %s reply %j', async (kind, reply) => {
    expect(await meetFault({ kind })).toEqual(reply);
  });
});
