import { microsoftGraph } from '../../shell/first-party-apps.ts';
import type { Failure } from '../failure.ts';

const openIdScopes: readonly string[] = ['openid', 'profile', 'email', 'offline_access'];
const scopeCharacters = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

export interface RequestedScopes {
  /** The requested scopes of OpenID Connect. */
  readonly openId: readonly string[];
  /** The API of the access token; Microsoft Graph by default. */
  readonly resource: string;
  /** The requested permissions on this API. */
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
      ? { resource: microsoftGraph.appId, permission: one }
      : { resource: one.slice(0, slash), permission: one.slice(slash + 1) };
  });
  const [resource = microsoftGraph.appId, ...more] = new Set(named.map((one) => one.resource));
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
