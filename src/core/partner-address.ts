import { isAllowedAddress, readAddress } from './network-address.ts';

const longestUrl = 2_000;

/**
 * Only `https`, without a password in it, and not at an address that is forbidden outright. Names are looked up when
 * they are connected to, and judged then. On a developer's machine `http` to loopback is allowed as well.
 */
export function urlIssue(
  text: string,
  allowsLocal: boolean,
): readonly [rule: string, message: string] | undefined {
  if (text.length > longestUrl) return ['length', `must have ${longestUrl} characters at most`];
  if (!URL.canParse(text)) return ['format', 'must be a web address'];
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== '' || password !== '') return ['format', 'must not hold a user or a password'];
  if (hash !== '') return ['format', 'must not have a fragment'];
  const host = bareHost(hostname);
  const isLocal = isLocalName(host) || (isAddress(host) && !isAllowedAddress(host, false));
  const isLocalAllowed = allowsLocal && (isLocalName(host) || isAllowedAddress(host, true));
  if (isLocal && !isLocalAllowed) {
    const message = allowsLocal
      ? 'must be an address on the public internet, or of this very machine'
      : "must be an address on the public internet; on a developer's machine ALLOW_LOCAL_WEBHOOKS=true allows its own";
    return ['address', message];
  }
  const isHttpAllowed = isLocal && isLocalAllowed;
  if (protocol !== 'https:' && !(protocol === 'http:' && isHttpAllowed)) {
    return ['protocol', 'must begin with https://'];
  }
  return undefined;
}

/** A host as sockets take it: version 6 addresses without their brackets. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** `localhost` and all below it are this machine, by RFC 6761. */
export function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.?$/i.test(host);
}

function isAddress(host: string): boolean {
  return readAddress(host) !== undefined;
}
