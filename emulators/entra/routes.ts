import type { EmulatorResponse } from '../shell/response.ts';
import { discoveryDocument } from './discovery.ts';
import type { Failure, RequestContext } from './failure.ts';
import { answerAuthorize } from './sign-in/authorize-endpoint.ts';
import { answerLogout } from './sign-in/logout-endpoint.ts';
import { readTenantSegment } from './tenant-segment.ts';
import { answerTokenRequest, type TokenIssuer } from './token-endpoint.ts';

interface Endpoint {
  readonly kind: 'discovery' | 'keys' | 'token' | 'authorize' | 'logout';
  readonly version: 1 | 2;
}

const endpoints = new Map<string, Endpoint>([
  ['v2.0/.well-known/openid-configuration', { kind: 'discovery', version: 2 }],
  ['.well-known/openid-configuration', { kind: 'discovery', version: 1 }],
  ['discovery/v2.0/keys', { kind: 'keys', version: 2 }],
  ['discovery/keys', { kind: 'keys', version: 1 }],
  ['oauth2/v2.0/token', { kind: 'token', version: 2 }],
  ['oauth2/token', { kind: 'token', version: 1 }],
  ['oauth2/v2.0/authorize', { kind: 'authorize', version: 2 }],
  ['oauth2/v2.0/logout', { kind: 'logout', version: 2 }],
]);

export interface Route {
  readonly segment: string;
  readonly endpoint: Endpoint;
}

export function findRoute(path: string): Route | undefined {
  const [, segment, rest] = /^\/([^/]+)\/(.+)$/.exec(path) ?? [];
  const endpoint = endpoints.get(rest ?? '');
  return segment === undefined || endpoint === undefined
    ? undefined
    : { segment: percentDecoded(segment), endpoint };
}

function percentDecoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export interface RoutedRequest {
  readonly route: Route;
  readonly method: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly authorization: string | undefined;
  readonly browserOrigin: string | undefined;
  readonly context: RequestContext;
}

export async function answerRoute(
  request: RoutedRequest,
  issuer: TokenIssuer,
): Promise<EmulatorResponse | Failure> {
  const { endpoint, segment } = request.route;
  const { context } = request;
  if (endpoint.kind === 'token') {
    const { version } = endpoint;
    return answerTokenRequest({ ...request, segment, version, now: context.now }, issuer);
  }
  const parameters = request.method === 'POST' ? request.form : request.query;
  if (endpoint.kind === 'authorize') {
    return answerAuthorize(
      { segment, method: request.method, parameters, context },
      issuer.register,
      issuer.grants,
    );
  }
  if (endpoint.kind === 'logout') return answerLogout(parameters, issuer.register);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { status: 405, headers: { allow: 'GET' } };

  const tenant = readTenantSegment(segment, issuer.register);
  if (tenant.kind === 'malformed') return { failure: 'malformedTenantOfDocument', subject: segment };
  if (tenant.kind === 'unknown') return { failure: 'unknownTenantOfDocument', subject: segment };

  const name = tenant.kind === 'tenant' ? tenant.id : tenant.name;
  const issuerTenant = tenant.kind === 'tenant' ? tenant.id : tenant.issuerTenant;
  const { origin } = context;
  const body =
    endpoint.kind === 'discovery'
      ? discoveryDocument(endpoint.version, { origin, segment: name, issuerTenant })
      : issuer.keys.publish(endpoint.version, origin, issuerTenant);
  return { status: 200, headers: { 'cache-control': 'max-age=86400, private' }, body };
}
