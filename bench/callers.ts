import { type EntraEmulator, startEntraEmulator } from '../emulators/entra/start.ts';
import { addApplicationCredential } from '../src/actions/clients/add-application-credential.ts';
import { issueApiKey } from '../src/actions/clients/issue-api-key.ts';
import { verifyApplicationCredential } from '../src/actions/clients/verify-application-credential.ts';
import type { ActionContext } from '../src/actions/context.ts';
import { roleForScope, scopes } from '../src/core/clients/api-client.ts';
import { timeOrderedId } from '../src/core/identifiers.ts';
import { insertApiClient } from '../src/storage/clients/api-clients.ts';
import { accepted } from './accepted.ts';

/**
 * As many as it takes for the real rate limit to be in nobody's way: each may ask 100 times a second and more at
 * once, and they take turns. More than a plan allows, so they are written past its limit.
 */
export const apiClients = 400;
const rateLimitPerMinute = 6_000;

export const apiAppId = 'e1000000-0000-4000-8000-000000000001';
const partnerTenantId = 'a1000000-0000-4000-8000-000000000001';

/** What one API client calls with. */
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

/** Registers API clients, each with a key and an application that has proven itself and holds a token. */
export async function addCallers(
  context: ActionContext,
  workspaceId: string,
  idp: EntraEmulator,
): Promise<readonly BenchCaller[]> {
  const callers: BenchCaller[] = [];
  for (let number = 1; number <= apiClients; number += 1) {
    const apiClientId = timeOrderedId(context.now, context.randomBytes);
    const client = { workspaceId, apiClientId, name: `Client ${number}`, scopes, products: 'all' } as const;
    await insertApiClient(context.database, { ...client, rateLimitPerMinute }, context.now);
    const { text: apiKey } = accepted(
      await issueApiKey(context, workspaceId, apiClientId, { expiresAt: null }),
    );
    const applicationId = `c1000000-0000-4000-8000-${workspaceId.slice(-6)}${String(number).padStart(6, '0')}`;
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
