import { withDeadline } from '../../async/deadline.ts';
import { singleFlight } from '../../async/single-flight.ts';
import { mayUseNodeCredential, type NodeCredentialUse } from '../../core/marketplace/connections/seller.ts';
import type { Clock } from '../../core/ports.ts';
import { type Failure, failure } from '../outgoing/failure.ts';
import type { AwsKeys } from './signed-request.ts';

/** The credential that the node itself has at AWS. */
export interface NodeKeys {
  /** Never throws. */
  read(purpose: { readonly assumesRole: boolean }): Promise<AwsKeys | Failure>;
}

interface FoundKeys {
  readonly outcome: 'found';
  readonly keys: AwsKeys;
  readonly endsAt: Date;
}

const budgetMilliseconds = 8_000;
/** Of one request. */
const timeout = 1_000;
const maxRetries = 1;
const renewalLeadMilliseconds = 5 * 60_000;
/** Of keys without an end. */
const lifetimeMilliseconds = 3_600_000;
const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/** Environment, container, instance. A package is loaded by the first connection that needs it. */
const sources = [
  async () => (await import('@aws-sdk/credential-provider-env')).fromEnv()(),
  async () => (await import('@aws-sdk/credential-provider-http')).fromHttp({ timeout, maxRetries })(),
  async () => {
    const { fromInstanceMetadata } = await import('@smithy/credential-provider-imds');
    return fromInstanceMetadata({ timeout, maxRetries, ec2MetadataV1Disabled: true, logger: silent })();
  },
];

/** Finds the node's keys, and caches them until shortly before they end. */
export function createNodeKeys(clock: Clock, use: NodeCredentialUse): NodeKeys {
  let cached: FoundKeys | null = null;
  const find = singleFlight(() =>
    withDeadline({ milliseconds: budgetMilliseconds }, findKeys, () =>
      failure('The AWS credentials of the node could not be read in time.'),
    ),
  );

  async function findKeys(): Promise<FoundKeys | Failure> {
    for (const source of sources) {
      // A source that does not exist fails, as one does that is out of order.
      const found = await source().catch(() => null);
      if (!found) continue;
      const { accessKeyId, secretAccessKey, sessionToken, expiration } = found;
      const keys = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
      const endsAt = expiration ?? new Date(clock.now().getTime() + lifetimeMilliseconds);
      return { outcome: 'found', keys, endsAt };
    }
    return failure(
      'Neither the environment, the container nor the instance of the node has AWS credentials.',
      { isConfiguration: true },
    );
  }

  return {
    async read({ assumesRole }) {
      if (!mayUseNodeCredential(use, assumesRole)) {
        const reason = `The node's own AWS credentials may not be used: AWS_NODE_CREDENTIALS is ${use}.`;
        return failure(reason, { isConfiguration: true });
      }
      const isCurrent = cached && cached.endsAt.getTime() - renewalLeadMilliseconds > clock.now().getTime();
      if (cached && isCurrent) return cached.keys;
      const found = await find();
      if (found.outcome === 'failure') return found;
      cached = found;
      return found.keys;
    },
  };
}
