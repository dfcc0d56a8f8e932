import { randomUUID } from 'node:crypto';
import { saveMember } from '../../actions/subscriptions/customers.ts';
import { assignSeat, releaseSeat } from '../../actions/subscriptions/seats.ts';
import { addWebhookEndpoint } from '../../actions/webhooks/endpoints.ts';
import { leaseDeliveries } from '../../actions/webhooks/lease-deliveries.ts';
import { settleDeliveries } from '../../actions/webhooks/settle-deliveries.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import { retryPauses } from '../../core/webhooks/delivery.ts';
import { loadSealedEndpoints } from '../../storage/webhooks/endpoints.ts';
import { demoCustomers } from '../customers.ts';
import { bytesFrom, done, fixed, worldMade } from '../fixed.ts';
import { demoEncryptionKey, demoWebhook } from '../identities.ts';
import { demoSubscriptionId } from '../seed-customers.ts';
import type { Player, Step } from './player.ts';
import { day, incidents } from './script.ts';

const minute = 60_000;
const hour = 60 * minute;
const label = 'demo webhook';
const endpointId = timeOrderedId(worldMade, bytesFrom(label));

interface EndpointResponse {
  readonly status: number;
  readonly text: string;
}
const taken: EndpointResponse = { status: 204, text: '' };
const unavailable: EndpointResponse = { status: 503, text: 'The gateway is being restarted' };
const broken: EndpointResponse = { status: 500, text: 'Unexpected end of input' };

/** The listener of webhooks: it exists from a day of the script on, and is down on another. */
export class Listener {
  readonly #player: Player;
  readonly #addedAt: Date;
  readonly #refused = new Set<string>();
  readonly #holder = randomUUID();
  #downAt: Date | undefined;

  constructor(player: Player, today: Date) {
    this.#player = player;
    this.#addedAt = new Date(today.getTime() + incidents.listenerAdded * day);
    this.#downAt = new Date(today.getTime() + incidents.listenerDown * day);
  }

  /** Delivers what is due, after the outage at the third attempt. */
  async deliver(at: Date): Promise<void> {
    if (at < this.#addedAt) return;
    if (this.#downAt && this.#downAt <= at) {
      if ((await this.attempt(at, unavailable)) === 0) return;
      this.#downAt = undefined;
      await this.attempt(new Date(at.getTime() + minute), unavailable);
      await this.attempt(new Date(at.getTime() + 10 * minute));
    } else await this.attempt(at);
  }

  /** Sends the due deliveries once, and counts them. The listener fails with refused events whenever they come. */
  async attempt(at: Date, response: EndpointResponse = taken): Promise<number> {
    const { database, workspaceId } = this.#player;
    const wanted = [{ endpointId, limit: 100, sending: [] }];
    const request = { workspaceId, holder: this.#holder, wanted };
    const { lanes, leased } = await leaseDeliveries({ database, now: at }, request);
    if (response === broken) for (const { eventId } of leased) this.#refused.add(eventId);
    const attempted = leased.map((one) => {
      const { status, text } = this.#refused.has(one.eventId) ? broken : response;
      const outcome = { kind: 'answered', status, retryAfterMilliseconds: null } as const;
      return { ...one, outcome, durationMilliseconds: 84, answer: text, error: null };
    });
    await settleDeliveries(this.#player.at(at), { workspaceId, attempted, ended: lanes });
    return leased.length;
  }

  /** A seat is assigned and released several times. The listener refuses the first event, and misses another at first. */
  steps(now: Date): readonly Step[] {
    const player = this.#player;
    const deliverAt = (at: Date, response?: EndpointResponse) => ({
      at,
      play: () => this.attempt(at, response),
    });
    const seats = seatHours.flatMap((hoursAgo, index) => {
      const at = new Date(now.getTime() - hoursAgo * hour);
      const change = { at, play: () => changeSeat(player, at, index % 2 === 0) };
      if (index === 0) {
        const retries = retriesAfter(at).map((one) => deliverAt(one));
        return [deliverAt(at), change, deliverAt(at, broken), ...retries];
      }
      return index === missedSeat
        ? [change, deliverAt(at, unavailable), deliverAt(new Date(at.getTime() + 7_000))]
        : [change, deliverAt(at)];
    });
    return [{ at: this.#addedAt, play: () => addEndpoint(player) }, ...seats];
  }
}

const seatHours = [115, 20, 17, 16, 11, 10, 9, 5, 3, 2];
const missedSeat = 5;

function retriesAfter(first: Date): readonly Date[] {
  let time = first.getTime();
  return retryPauses.map((pause) => {
    time += pause * 1.2 + 1_000;
    return new Date(time);
  });
}

async function addEndpoint({ database, workspaceId }: Player): Promise<void> {
  const { url, secretBytes } = demoWebhook;
  // A changed or removed endpoint stays as it is.
  if ((await loadSealedEndpoints(database, workspaceId, [endpointId])).length > 0) return;
  const { now, randomBytes } = fixed(database, label);
  const bytes = (count: number) => (count === secretBytes.length ? secretBytes : randomBytes(count));
  done(
    await addWebhookEndpoint(
      { database, now, randomBytes: bytes },
      workspaceId,
      {
        url,
        description: 'npm run webhook-listener',
        eventTypes: 'all',
        products: 'all',
        headers: {},
        rateLimitPerMinute: null,
      },
      { encryptionKey: demoEncryptionKey, allowsLocalWebhooks: true },
    ),
  );
}

async function changeSeat(player: Player, at: Date, isAssigned: boolean): Promise<void> {
  const { workspaceId, support } = player;
  const { fabrikam } = demoCustomers;
  const { objectId, email } = fabrikam.members[1];
  const member = { tenantId: fabrikam.tenantId, objectId, email, isActive: true };
  const context = player.at(at, support);
  const { memberId } = await saveMember(context, workspaceId, member);
  const subscriptionId = demoSubscriptionId(fabrikam, fabrikam.subscriptions[0]);
  const change = isAssigned ? assignSeat : releaseSeat;
  done(await change(context, workspaceId, subscriptionId, memberId));
}
