import type { Answer } from '../entra/answer.ts';
import { InvalidEntry } from '../entra/read-json.ts';
import type { CallLog } from './call-log.ts';
import type { Publisher } from './directory.ts';
import { type Fault, type Faults, faultKinds, isFaultKind } from './fault.ts';
import { answerFulfilmentControl } from './fulfilment/control.ts';
import type { Fulfilment } from './fulfilment/fulfilment.ts';
import type { Metering } from './metering/verdict.ts';
import { readBuyer, readPublisher, readState, readSubscription } from './read-entry.ts';

export interface Controls {
  readonly metering: Metering;
  readonly fulfilment: Fulfilment;
  readonly faults: Faults;
  readonly calls: CallLog;
  /** Told of every publisher that is registered over HTTP. */
  readonly onPublisher: (publisher: Publisher) => void;
  readonly now: () => Date;
}

export interface ControlRequest {
  readonly method: string;
  /** What follows `/_emulator/`. */
  readonly command: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** For a person or a script that drives a demonstration. It works whatever fault is set. */
export async function answerControl(request: ControlRequest, controls: Controls): Promise<Answer> {
  try {
    return await carryOut(request, controls);
  } catch (fault) {
    if (fault instanceof InvalidEntry) return { status: 400, body: { error: fault.message } };
    throw fault;
  }
}

async function carryOut(request: ControlRequest, controls: Controls): Promise<Answer> {
  const { method, command, query, body } = request;
  const { faults, metering, fulfilment, calls } = controls;
  const { register, ledger } = metering;
  const subscriptionId = /^subscriptions\/([^/]+)\/state$/.exec(command)?.[1];
  if (method === 'POST' && subscriptionId !== undefined) {
    register.changeState(subscriptionId, readState(query.get('state')));
    return { status: 200, body: register.findSubscription(subscriptionId) };
  }
  switch (`${method} ${command}`) {
    case 'GET state':
      return {
        status: 200,
        body: {
          ...register.contents(),
          operations: fulfilment.operations.list(),
          deliveries: fulfilment.deliveries.list(),
          settings: fulfilment.settings.get(),
          dialect: fulfilment.dialect.get(),
          usageEvents: ledger.list(),
          faults: faults.contents(),
          calls: calls.recent(),
        },
      };
    case 'POST publishers': {
      const publisher = readPublisher(body);
      register.registerPublisher(publisher);
      controls.onPublisher(publisher);
      return { status: 200, body: publisher };
    }
    case 'POST subscriptions': {
      const subscription = readSubscription(body);
      register.registerSubscription(subscription);
      return { status: 200, body: register.findSubscription(subscription.id) };
    }
    case 'POST buyers': {
      const buyer = readBuyer(body);
      register.registerBuyer(buyer);
      return { status: 200, body: buyer };
    }
    case 'POST faults':
      if (query.get('kind') === 'none') faults.clear();
      else faults.set(readFault(query));
      return { status: 200, body: { faults: faults.contents() } };
    default:
      return (
        (await answerFulfilmentControl(request, fulfilment, controls.now())) ?? {
          status: 404,
          body: { error: 'no such command' },
        }
      );
  }
}

/** What a fault may be narrowed to, and what its parameter is called. */
const narrowing = [
  ['publisherId', 'publisher'],
  ['resourceId', 'resource'],
  ['dimension', 'dimension'],
] as const;

function readFault(query: URLSearchParams): Fault {
  const kind = query.get('kind');
  if (!isFaultKind(kind)) throw new InvalidEntry(`kind must be none or one of ${faultKinds.join(', ')}`);
  const numbers: Record<string, number> = {};
  for (const name of ['times', 'delayMilliseconds', 'retryAfterSeconds']) {
    const text = query.get(name);
    if (text === null) continue;
    if (!/^\d{1,6}$/.test(text)) throw new InvalidEntry(`${name} must be a whole number`);
    numbers[name] = Number(text);
  }
  if (numbers.times === 0) throw new InvalidEntry('times must be at least 1');
  const share = query.get('share');
  if (share !== null) {
    if (!/^(0(\.\d{1,6})?|1)$/.test(share)) throw new InvalidEntry('share must be a number from 0 to 1');
    numbers.share = Number(share);
  }
  const names: Record<string, string> = {};
  for (const [name, parameter] of narrowing) {
    const text = query.get(parameter);
    if (text !== null) names[name] = text;
  }
  return { kind, ...numbers, ...names };
}
