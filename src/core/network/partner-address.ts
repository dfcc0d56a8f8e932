import { isName } from '../values/text.ts';
import { isAllowedAddress, readAddress } from './network-address.ts';

const maxUrlLength = 2_000;

/**
 * Only `https`, without a password, and not at a forbidden IP address. Host names are resolved and checked on connection.
 * Development also allows `http` to loopback.
 */
export function urlIssue(
  text: string,
  allowsLocal: boolean,
): readonly [rule: string, message: string] | undefined {
  if (text.length > maxUrlLength) return ['length', `must have at most ${maxUrlLength} characters`];
  if (!URL.canParse(text)) return ['format', 'must be a URL'];
  // The URL parser drops tabs and line breaks silently.
  if (!isName(text, maxUrlLength)) return ['format', 'must not contain control or text-direction characters'];
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== '' || password !== '') return ['format', 'must not contain a user name or password'];
  if (hash !== '') return ['format', 'must not have a fragment'];
  const host = bareHost(hostname);
  const isLocal = isLocalName(host) || (isAddress(host) && !isAllowedAddress(host, false));
  const isLocalAllowed = allowsLocal && (isLocalName(host) || isAllowedAddress(host, true));
  if (isLocal && !isLocalAllowed) {
    const message = allowsLocal
      ? 'must be an address on the public internet or on this machine'
      : 'must be an address on the public internet; for development, ALLOW_LOCAL_WEBHOOKS=true allows loopback';
    return ['address', message];
  }
  const isHttpAllowed = isLocal && isLocalAllowed;
  if (protocol !== 'https:' && !(protocol === 'http:' && isHttpAllowed)) {
    return ['protocol', 'must begin with https://'];
  }
  return undefined;
}

/** A host for a socket: an IPv6 address without brackets. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** `localhost` and its subdomains are this machine (RFC 6761). */
export function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.?$/i.test(host);
}

function isAddress(host: string): boolean {
  return readAddress(host) !== undefined;
}
