import { type EntraEmulator, startEntraEmulator } from '../emulators/entra/start.ts';
import { registerApiClient } from '../src/actions/clients/api-clients.ts';
import {
  addApplicationCredential,
  verifyApplicationCredential,
} from '../src/actions/clients/application-credentials.ts';
import { issueKey } from '../src/actions/clients/keys.ts';
import type { ActionContext } from '../src/actions/context.ts';
import { roleForScope, scopes } from '../src/core/clients/api-client.ts';
import { accepted } from './accepted.ts';

/**
 * Enough to stay below the real rate limits: a client may call 100 times a second, a workspace four times as often, and
 * the clients take turns.
 */
export const workspaces = 100;
export const clientsOfWorkspace = 4;
const rateLimitPerMinute = 6_000;

export const apiAppId = 'e1000000-0000-4000-8000-000000000001';
const partnerTenantId = 'a1000000-0000-4000-8000-000000000001';

/** The credentials of one API client. */
export interface BenchCaller {
  readonly apiKey: string;
  readonly token: string;
}

export function startIdentityProvider(): Promise<EntraEmulator> {
  return startEntraEmulator({
    tenants: [{ id: partnerTenantId }],
    apis: [{ appId: apiAppId, tokenVersion: 2, tenantIds: 'all' }],
    applications: [],
  });
}

/** Registers the API clients of a workspace, each with a key and a verified application with a token. */
export async function addCallers(
  context: ActionContext,
  workspaceId: string,
  idp: EntraEmulator,
): Promise<readonly BenchCaller[]> {
  const callers: BenchCaller[] = [];
  for (let number = 1; number <= clientsOfWorkspace; number += 1) {
    const registration = { name: `Client ${number}`, scopes, products: 'all', rateLimitPerMinute } as const;
    const { apiClientId } = accepted(await registerApiClient(context, workspaceId, registration));
    const { text: apiKey } = accepted(
      await issueKey(context, workspaceId, { kind: 'api-client', id: apiClientId }, { expiresAt: null }),
    );
    const applicationId = `c1000000-0000-4000-8000-${workspaceId.slice(-8)}${String(number).padStart(4, '0')}`;
    const identity = { applicationId, tenantId: partnerTenantId };
    idp.registerApplication({
      clientId: applicationId,
      tenantIds: [partnerTenantId],
      secrets: [],
      roles: { [apiAppId]: Object.values(roleForScope) },
    });
    const { challenge } = accepted(
      await addApplicationCredential(context, workspaceId, apiClientId, identity),
    );
    accepted(await verifyApplicationCredential(context, identity, challenge));
    const token = await idp.sign(
      idp.claimsFor({ tenantId: partnerTenantId, clientId: applicationId, api: apiAppId }),
    );
    callers.push({ apiKey, token });
  }
  return callers;
}
