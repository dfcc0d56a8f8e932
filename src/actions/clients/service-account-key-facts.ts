import type { ServiceAccount } from '../../core/clients/service-account.ts';

/** The facts of a key in the audit log. `name` is the account's, too: entries had it before `serviceAccountName`. */
export function serviceAccountKeyFacts({ serviceAccountId, name }: ServiceAccount, keyName: string | null) {
  return { serviceAccountId, serviceAccountName: name, name, keyName };
}
