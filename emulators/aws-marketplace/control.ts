import type { ControlRequest } from '../shell/control.ts';
import { controlDeliveries } from '../shell/deliveries.ts';
import { answerFaultCommand } from '../shell/faults.ts';
import { CommandError, readMembers } from '../shell/read-json.ts';
import type { EmulatorResponse } from '../shell/response.ts';
import { changeChoices, changeNumbers } from '../shell/switches.ts';
import { moveClock } from './clock.ts';
import { dialectChoices } from './dialect.ts';
import { awsFaultKinds, readFaultScope } from './faults.ts';
import type { AwsMarketplace } from './marketplace.ts';
import {
  address,
  readAccessKey,
  readBuyer,
  readDestination,
  readOrder,
  readProduct,
  readRole,
  readSeller,
} from './read-entry.ts';

export async function controlAws(
  request: ControlRequest,
  marketplace: AwsMarketplace,
): Promise<EmulatorResponse | undefined> {
  const { method, command, query, body } = request;
  const { faults, settings, dialect, clock, events } = marketplace;
  if (method === 'GET') return command === 'state' ? done(stateOf(marketplace)) : undefined;
  if (method !== 'POST') return undefined;
  const [what = '', first, second] = command.split('/').map(decoded);
  switch (what) {
    case 'faults':
      return answerFaultCommand(query, faults, awsFaultKinds, readFaultScope);
    case 'settings':
      changeNumbers(query, settings, ['pageSize', 'eventCopies', 'attempts']);
      return done(settings.get());
    case 'dialect':
      changeChoices(query, dialect, dialectChoices);
      return done(dialect.get());
    case 'clock':
      moveClock(query, clock);
      marketplace.lifecycle.settle();
      return done({ now: clock.now() });
    case 'events': {
      const endHold = () => settings.change({ holdEvents: 0 });
      const sent = await controlDeliveries(first ?? '', second, query, events, endHold);
      return sent && done(sent);
    }
    case 'purchases':
      return done(withToken(marketplace.lifecycle.purchase(readOrder(body)).id, marketplace));
    case 'agreements':
      return first && second ? actOn(first, second, body, marketplace) : undefined;
    case 'sellers':
      if (first !== undefined) return changeSeller(first, second, query, marketplace);
      return registered(marketplace.register.registerSeller, readSeller(body));
    default:
      return registerEntry(what, first, body, marketplace);
  }
}

function stateOf(marketplace: AwsMarketplace): object {
  const { register, events, ledger, faults, calls, settings, dialect, clock } = marketplace;
  return {
    now: clock.now(),
    ...register.contents(),
    deliveries: events.list(),
    usageRecords: ledger.list(),
    settings: settings.get(),
    dialect: dialect.get(),
    faults: faults.list(),
    calls: calls.recent(),
  };
}

function registerEntry(
  what: string,
  first: string | undefined,
  body: string,
  { register }: AwsMarketplace,
): EmulatorResponse | undefined {
  switch (what) {
    case 'products': {
      if (first === undefined) return undefined;
      const product = readProduct(readMembers(body));
      register.registerProduct(first, product);
      return done(product);
    }
    case 'buyers':
      return registered(register.registerBuyer, readBuyer(body));
    case 'access-keys':
      return registered(register.registerAccessKey, readAccessKey(body));
    case 'roles':
      return registered(register.registerRole, readRole(body));
    default:
      return undefined;
  }
}

/** `sellers/{account}/destination?url=…&secret=…`, `sellers/{account}/{product}?fulfilmentUrl=…` */
function changeSeller(
  accountId: string,
  what: string | undefined,
  query: URLSearchParams,
  { register }: AwsMarketplace,
): EmulatorResponse | undefined {
  const read = Object.fromEntries(query);
  if (what === undefined) return undefined;
  if (what === 'destination') register.setDestination(accountId, readDestination(read));
  else {
    const product = register.findProduct(accountId, what);
    if (!product) throw new CommandError('the seller has no such product');
    register.registerProduct(accountId, { ...product, fulfilmentUrl: address(read, 'fulfilmentUrl') });
  }
  return done(register.findSeller(accountId));
}

/** An action on one agreement, by the buyer or by AWS. */
function actOn(
  id: string,
  verb: string,
  body: string,
  marketplace: AwsMarketplace,
): EmulatorResponse | undefined {
  const { lifecycle } = marketplace;
  const order = readOrder(body);
  switch (verb) {
    case 'amend':
      return done(lifecycle.amend(id, order.entitlements ?? []));
    case 'renew':
      return done(withToken(lifecycle.renew(id).id, marketplace));
    case 'replace':
      return done(withToken(lifecycle.replace(id, order).id, marketplace));
    case 'cancel':
      return done(lifecycle.end(id, 'CANCELLED'));
    case 'expire':
      return done(lifecycle.end(id, 'EXPIRED'));
    case 'terminate':
      return done(lifecycle.end(id, 'TERMINATED'));
    case 'token':
      return done(withToken(id, marketplace));
    default:
      return undefined;
  }
}

/** An agreement with a new registration token, and the form that the buyer's browser posts. */
function withToken(id: string, { register, tokens, settings, clock }: AwsMarketplace): object {
  const agreement = register.findAgreement(id);
  if (!agreement) throw new CommandError('there is no such agreement');
  const { tokenSeconds } = settings.get();
  const { token, expiresAt } = tokens.issue(id, new Date(clock.now().getTime() + tokenSeconds * 1000));
  const { fulfilmentUrl = null } =
    register.findProduct(agreement.sellerAccountId, agreement.productCode) ?? {};
  return { agreement, token, expiresAt, fulfilmentUrl };
}

function registered<Entry>(register: (entry: Entry) => void, entry: Entry): EmulatorResponse {
  register(entry);
  return done(entry);
}

function done(body: unknown): EmulatorResponse {
  return { status: 200, body };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
