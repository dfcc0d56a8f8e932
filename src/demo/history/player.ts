import { randomBytes } from 'node:crypto';
import type { ActionContext } from '../../actions/context.ts';
import type { ApiClient } from '../../core/clients/api-client.ts';
import { keyIdOf } from '../../core/clients/api-key.ts';
import type { MeteredCandidate } from '../../core/usage/meter-mapping.ts';
import { candidateKeyText } from '../../core/usage/reports/target.ts';
import type { Actor } from '../../core/workspaces/audit.ts';
import { findApiKey } from '../../storage/clients/api-keys.ts';
import type { Database } from '../../storage/database.ts';
import { loadUsageCandidates } from '../../storage/usage/candidates.ts';
import { findWorkspaceMemberByEmail } from '../../storage/workspaces/members.ts';
import { demoMembers } from '../identities.ts';

/** Something that happens at a moment. */
export interface Step {
  readonly at: Date;
  readonly play: () => Promise<unknown>;
}

/** Plays steps in the order of their moments. */
export async function playInOrder(steps: readonly Step[]): Promise<void> {
  for (const { play } of steps.toSorted((one, other) => one.at.getTime() - other.at.getTime())) await play();
}

/** Where the history is played, and by whom. */
export interface Player {
  readonly database: Database;
  readonly workspaceId: string;
  readonly keyId: string;
  readonly client: ApiClient;
  /** The member of support. */
  readonly support: Actor;
  /** The context of an action at that moment. */
  readonly at: (moment: Date, actor?: Actor) => ActionContext;
}

export async function openPlayer(database: Database, apiKey: string): Promise<Player> {
  const keyId = keyIdOf(apiKey) ?? '';
  const key = await findApiKey(database, keyId);
  if (!key) throw new Error('The demo has not been seeded');
  const { client } = key;
  const { name, username } = demoMembers[3];
  const member = await findWorkspaceMemberByEmail(database, client.workspaceId, username);
  const support = { kind: 'Member', id: member?.memberId ?? '', name, address: '127.0.0.1' } as const;
  return {
    database,
    workspaceId: client.workspaceId,
    keyId,
    client,
    support,
    at: (now, actor) => ({ database, now, randomBytes, actor }),
  };
}

type Subscribed = Readonly<Record<'tenantId' | 'product', string>>;

/** The subscriptions of customers as they are at this moment of the history, by tenant and product. */
export async function loadSubscribed(
  { database, workspaceId }: Player,
  questions: readonly Subscribed[],
): Promise<(question: Subscribed) => readonly MeteredCandidate[]> {
  const keyOf = (question: Subscribed) => candidateKeyText(workspaceId, question);
  const different = new Map(questions.map((question) => [keyOf(question), question]));
  const found = await loadUsageCandidates(database, workspaceId, [...different.values()]);
  return (question) => found.get(keyOf(question)) ?? [];
}
