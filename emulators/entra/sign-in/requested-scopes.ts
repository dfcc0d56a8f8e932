import type { Failure } from '../failure.ts';
import { MICROSOFT_GRAPH } from '../microsoft-graph.ts';

const openIdScopes: readonly string[] = ['openid', 'profile', 'email', 'offline_access'];
const scopeCharacters = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

export interface RequestedScopes {
  /** Of the four that OpenID Connect names. */
  readonly openId: readonly string[];
  /** The API that the access token is for: Microsoft Graph, where none is named. */
  readonly resource: string;
  /** What it allows there. */
  readonly permissions: readonly string[];
}

/** A scope of an API is its identifier, a slash and a permission; a bare one is Microsoft Graph's. */
export function readScopes(scope: string): RequestedScopes | Failure {
  const scopes = scope.split(/ +/);
  if (!scopes.every((one) => scopeCharacters.test(one))) return { failure: 'invalidScope', subject: scope };
  const others = scopes.filter((one) => !openIdScopes.includes(one));
  const named = others.map((one) => {
    const slash = one.lastIndexOf('/');
    return slash === -1
      ? { resource: MICROSOFT_GRAPH.appId, permission: one }
      : { resource: one.slice(0, slash), permission: one.slice(slash + 1) };
  });
  const [resource = MICROSOFT_GRAPH.appId, ...more] = new Set(named.map((one) => one.resource));
  if (more.length > 0) return { failure: 'resourcesOfCode', subject: scope };
  if (resource === '' || named.some(({ permission }) => permission === '')) {
    return { failure: 'invalidScope', subject: scope };
  }
  return {
    openId: scopes.filter((one) => openIdScopes.includes(one)),
    resource,
    permissions: named.map(({ permission }) => permission),
  };
}
