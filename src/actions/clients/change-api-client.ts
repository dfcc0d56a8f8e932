import { checkRateLimitSetting } from '../../core/clients/api-client.ts';
import { isCurrent } from '../../core/entity-tag.ts';
import { isRefusal, type Refusal, refuse, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import { nameIssues } from '../../core/text.ts';
import { announceChanges } from '../../storage/changes.ts';
import {
  type ApiClientView,
  lockApiClientView,
  updateApiClient,
} from '../../storage/clients/api-client-views.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { chooseProducts } from './choose-products.ts';
import type { ApiClientRegistration } from './register-api-client.ts';

/** Takes effect on every node from the client's next request on. */
export async function changeApiClient(
  context: ActionContext,
  workspaceId: string,
  apiClientId: string,
  changes: Partial<ApiClientRegistration>,
  expectedRevision: number | 'any',
): Promise<ApiClientView | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const client = await lockApiClientView(database, workspaceId, apiClientId);
    if (!client) return refuseUnknown('apiClientId', 'API client');
    if (!isCurrent(client, expectedRevision)) return refuse('request.precondition_failed');
    const changed = { ...client, ...changes, revision: client.revision + 1 };
    const issues = nameIssues('name', changed.name);
    if (issues.length > 0) return refuseInvalid(issues);
    const overQuota = checkRateLimitSetting(changed.rateLimitPerMinute, client.partnerPlan);
    if (overQuota) return overQuota;
    const productIds = await chooseProducts(database, workspaceId, changed.products);
    if (isRefusal(productIds)) return productIds;

    await updateApiClient(database, changed, productIds === 'all' ? [] : productIds);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'api_client.changed',
      subject: { kind: 'ApiClient', id: apiClientId },
      before: editable(client),
      after: editable(changed),
    });
    await announceChanges(database, [{ kind: 'client', apiClientId }]);
    return changed;
  });
}

function editable({ name, scopes, products, rateLimitPerMinute }: ApiClientRegistration) {
  return { name, scopes, products, rateLimitPerMinute };
}
