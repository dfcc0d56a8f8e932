import type { Failure } from './failure.ts';

const DEFAULT_SUFFIX = '/.default';
/** Some libraries send these with every request; without a user they have no effect. */
const OPENID_SCOPES: readonly string[] = ['openid', 'profile', 'email', 'offline_access'];
const SCOPE_CHARACTERS = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

export type RequestedResource = { readonly identifier: string } | Failure;

/** Version 1 names the resource; version 2 names its `.default` scope. */
export function requestedResource(version: 1 | 2, form: URLSearchParams): RequestedResource {
  const field = version === 1 ? 'resource' : 'scope';
  const value = form.get(field)?.trim();
  if (!value) return { failure: 'missingField', subject: field };
  return version === 1 ? { identifier: value } : resourceOfScope(value);
}

function resourceOfScope(scope: string): RequestedResource {
  const scopes = scope.split(/ +/);
  if (!scopes.every((one) => SCOPE_CHARACTERS.test(one) && one !== DEFAULT_SUFFIX)) {
    return { failure: 'invalidScope', subject: scope };
  }
  const defaults = scopes.filter((one) => one.endsWith(DEFAULT_SUFFIX));
  if (defaults.length === 0) return { failure: 'scopeWithoutDefault', subject: scope };
  const others = scopes.filter((one) => !defaults.includes(one) && !OPENID_SCOPES.includes(one));
  if (others.length > 0) return { failure: 'invalidScope', subject: scope };
  const [identifier, ...more] = new Set(defaults.map((one) => one.slice(0, -DEFAULT_SUFFIX.length)));
  if (identifier === undefined || more.length > 0) return { failure: 'severalResources', subject: scope };
  return { identifier };
}
