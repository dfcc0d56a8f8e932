import type { UsageRight } from '../../core/entitlements/idp-licence.ts';
import type { AccessTokens } from '../outgoing/access-tokens.ts';
import { type HttpContext, sendRequest } from '../outgoing/http-call.ts';
import { createOneRetry } from '../outgoing/one-retry.ts';
import type { Account } from './account.ts';
import { type Failure, transient } from './failure.ts';
import { type RightsPageAnswer, readRightsPage } from './rights-page.ts';

export interface FoundRights {
  readonly outcome: 'found';
  readonly rights: readonly UsageRight[];
}

export interface LookUpContext extends HttpContext {
  readonly graphUrl: string;
  readonly tokens: AccessTokens<Account, Failure>;
  readonly budgetMilliseconds: number;
}

const service = 'Microsoft Graph';
const pageLimit = 20;
const pageLimitBytes = 1024 * 1024;

/**
 * All rows of one user: requests a token, then all pages. One transient failure is retried. A token that Graph refuses
 * is renewed once.
 */
export async function lookUpRights(
  account: Account,
  userObjectId: string,
  context: LookUpContext,
  signal: AbortSignal,
): Promise<FoundRights | Failure> {
  const { graphUrl, tokens, clock, budgetMilliseconds } = context;
  const retrying = createOneRetry(
    {
      clock,
      budgetMilliseconds,
      retryOf: (answer: { readonly outcome: string } | Failure) =>
        isTransient(answer)
          ? { retryAfterMilliseconds: answer.retryAfterSeconds && answer.retryAfterSeconds * 1_000 }
          : undefined,
    },
    signal,
  );

  const first = await retrying(() => tokens.take(account));
  if (first.outcome !== 'granted') return first;
  let { accessToken } = first;
  let isRenewed = false;

  const fetchPage = (address: string) =>
    retrying(async (): Promise<RightsPageAnswer> => {
      const headers = { authorization: `Bearer ${accessToken}` };
      const request = { service, address, method: 'GET', headers, limitBytes: pageLimitBytes } as const;
      const answer = await sendRequest(request, context, signal);
      return answer.outcome === 'answered' ? readRightsPage(answer, graphUrl) : transient(answer);
    });

  const rights: UsageRight[] = [];
  let address = `${graphUrl}/beta/users/${encodeURIComponent(userObjectId)}/usageRights`;
  let pages = 0;
  while (pages < pageLimit) {
    const page = await fetchPage(address);
    switch (page.outcome) {
      case 'page':
        rights.push(...page.rights);
        if (page.nextAddress === null) return { outcome: 'found', rights };
        address = page.nextAddress;
        pages += 1;
        break;
      case 'token-refused': {
        if (isRenewed) return { outcome: 'not-understood' };
        isRenewed = true;
        tokens.drop(account, accessToken);
        const renewed = await retrying(() => tokens.take(account));
        if (renewed.outcome !== 'granted') return renewed;
        ({ accessToken } = renewed);
        break;
      }
      case 'consent-missing':
        // The token lacks the role; one issued after the consent will have it.
        tokens.drop(account, accessToken);
        return page;
      default:
        return page;
    }
  }
  return { outcome: 'not-understood' };
}

function isTransient(answer: {
  readonly outcome: string;
}): answer is Extract<Failure, { readonly outcome: 'transient' }> {
  return answer.outcome === 'transient';
}
