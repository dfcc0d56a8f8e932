import { expect, it } from 'vitest';
import { failureCause, failureDetail, UnreadableResponse } from './failure-cause.ts';
import { ForbiddenAddress } from './guarded-connector.ts';

const coded = (code: string, rest: object = {}) =>
  Object.assign(new Error('10.0.0.1:443'), { code, ...rest });

it.each([
  [new ForbiddenAddress('inside.example'), 'no public address'],
  [coded('ENOTFOUND', { syscall: 'queryA' }), 'no public address'],
  [coded('ENODATA'), 'no public address'],
  [coded('ESERVFAIL'), 'no public address'],
  [coded('EAI_AGAIN'), 'no public address'],
  [coded('ECONNREFUSED', { syscall: 'queryA' }), 'no public address'],
  [coded('ECONNREFUSED', { syscall: 'connect' }), 'connection refused'],
  [new AggregateError([coded('ECONNREFUSED'), coded('ETIMEDOUT')]), 'connection refused'],
  [coded('ETIMEDOUT'), 'timed out'],
  [coded('ETIMEOUT', { syscall: 'queryAaaa' }), 'timed out'],
  [coded('UND_ERR_CONNECT_TIMEOUT'), 'timed out'],
  [new DOMException('stopped', 'AbortError'), 'connection failed'],
  [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'TLS failed'],
  [coded('SELF_SIGNED_CERT_IN_CHAIN'), 'TLS failed'],
  [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'TLS failed'],
  [coded('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), 'TLS failed'],
  [coded('CERT_HAS_EXPIRED'), 'TLS failed'],
  [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'TLS failed'],
  [coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'TLS failed'],
  [coded('EPROTO'), 'TLS failed'],
  [new UnreadableResponse('too large'), 'answer unreadable'],
  [Object.assign(new Error('SSH-2.0'), { name: 'HTTPParserError' }), 'answer unreadable'],
  [coded('UND_ERR_HEADERS_OVERFLOW'), 'answer unreadable'],
  [coded('ECONNRESET'), 'connection failed'],
  [coded('EHOSTUNREACH'), 'connection failed'],
  [coded('UND_ERR_SOCKET'), 'connection failed'],
  [new AggregateError([]), 'connection failed'],
  [new Error('secret'), 'connection failed'],
  ['secret', 'connection failed'],
  [undefined, 'connection failed'],
])('%o: %s', (fault, cause) => {
  expect(failureCause(fault)).toBe(cause);
});

it("the operator's log names the first cause", () => {
  expect(failureDetail(new AggregateError([coded('ECONNREFUSED'), new Error('later')]))).toBe(
    'Error: 10.0.0.1:443',
  );
});
