import type { Application, Register } from '../directory.ts';
import type { Failure } from '../failure.ts';
import type { FailureName } from '../failure-table.ts';
import { readTenantSegment } from '../tenant-segment.ts';
import { readScopes } from './requested-scopes.ts';

const responseModes = ['query', 'fragment', 'form_post'] as const;
type ResponseMode = (typeof responseModes)[number];

const prompts = ['none', 'login', 'select_account', 'consent'] as const;

/** The address and mode of the redirect. */
export interface ReturnAddress {
  readonly redirectUri: string;
  readonly responseMode: ResponseMode;
  readonly state: string | undefined;
}

export interface AuthorizationRequest extends ReturnAddress {
  readonly application: Application;
  /** The tenant whose users may sign in; undefined for every tenant that has the application. */
  readonly tenantId: string | undefined;
  readonly isSinglePage: boolean;
  readonly scope: string;
  readonly nonce: string | undefined;
  readonly challenge: string | undefined;
  readonly prompt: (typeof prompts)[number] | undefined;
  readonly loginHint: string | undefined;
}

/** A failure is shown as a page until the redirect address is verified; later failures are returned to it. */
export type ReadAuthorization =
  | { readonly request: AuthorizationRequest }
  | { readonly shown: Failure }
  | { readonly returned: Failure; readonly to: ReturnAddress };

export function readAuthorization(
  segment: string,
  parameters: URLSearchParams,
  register: Register,
): ReadAuthorization {
  const shown = (failure: FailureName, subject: string) => ({ shown: { failure, subject } });
  const tenant = readTenantSegment(segment, register);
  if (tenant.kind === 'malformed') return shown('malformedTenant', segment);
  if (tenant.kind === 'unknown') return shown('unknownTenant', segment);

  const clientId = parameters.get('client_id');
  if (!clientId) return shown('missingField', 'client_id');
  const application =
    tenant.kind === 'tenant'
      ? register.findApplication(clientId, tenant.id)
      : register.findApplicationAnywhere(clientId);
  // Personal accounts are not emulated.
  if (!application || (tenant.kind === 'alias' && tenant.name === 'consumers')) {
    return shown('unknownApplication', clientId);
  }
  if (application.disabled) return shown('disabledApplication', clientId);
  if (tenant.kind === 'alias' && application.tenantIds !== 'all' && application.tenantIds.length < 2) {
    return shown('singleTenantApplication', clientId);
  }

  const redirectUri = parameters.get('redirect_uri');
  if (!redirectUri) return shown('missingField', 'redirect_uri');
  const isSinglePage = application.singlePageRedirectUris?.includes(redirectUri) ?? false;
  if (!isSinglePage && !application.redirectUris?.includes(redirectUri)) {
    return shown('redirectMismatch', redirectUri);
  }

  const state = parameters.get('state') ?? undefined;
  const mode = parameters.get('response_mode') ?? 'query';
  const responseMode = responseModes.find((one) => one === mode);
  const to = { redirectUri, responseMode: responseMode ?? 'query', state };
  const returned = (failure: FailureName, subject: string) => ({ returned: { failure, subject }, to });
  if (!responseMode) return returned('unsupportedResponseMode', mode);
  const responseType = parameters.get('response_type');
  if (!responseType) return returned('missingField', 'response_type');
  if (responseType !== 'code') return returned('unsupportedResponseType', responseType);

  const scope = parameters.get('scope')?.trim();
  if (!scope) return returned('missingField', 'scope');
  const scopes = readScopes(scope);
  if ('failure' in scopes) return { returned: scopes, to };

  const challenge = parameters.get('code_challenge') ?? undefined;
  const method = parameters.get('code_challenge_method') ?? 'plain';
  if (challenge === undefined && isSinglePage) return returned('challengeNeeded', '');
  if (challenge !== undefined && method !== 'S256') return returned('challengeMethod', method);
  if (challenge !== undefined && !/^[\w-]{43}$/.test(challenge)) return returned('challengeSize', '');

  const requestedPrompt = parameters.get('prompt') ?? undefined;
  const prompt = prompts.find((one) => one === requestedPrompt);
  if (requestedPrompt !== undefined && !prompt) return returned('unsupportedPrompt', requestedPrompt);

  return {
    request: {
      ...to,
      application,
      tenantId: tenant.kind === 'tenant' ? tenant.id : undefined,
      isSinglePage,
      scope,
      nonce: parameters.get('nonce') ?? undefined,
      challenge,
      prompt,
      loginHint: parameters.get('login_hint') ?? undefined,
    },
  };
}
