import type { CallLog } from '../shell/call-log.ts';
import type { ControlRequest } from '../shell/control.ts';
import { answerFaultCommand } from '../shell/faults.ts';
import type { EmulatorResponse } from '../shell/response.ts';
import type { MarketplaceCall } from './call.ts';
import type { Publisher } from './directory.ts';
import { type MarketplaceFaults, marketplaceFaultKinds, readFaultScope } from './faults.ts';
import { controlFulfilment } from './fulfilment/control.ts';
import type { Fulfilment } from './fulfilment/fulfilment.ts';
import type { Metering } from './metering/verdict.ts';
import { readBuyer, readPublisher, readState, readSubscription } from './read-entry.ts';

export interface Controls {
  readonly metering: Metering;
  readonly fulfilment: Fulfilment;
  readonly faults: MarketplaceFaults;
  readonly calls: CallLog<MarketplaceCall>;
  /** Called for every publisher that is registered over HTTP. */
  readonly onPublisher: (publisher: Publisher) => void;
  readonly now: () => Date;
}

export async function controlMarketplace(
  request: ControlRequest,
  controls: Controls,
): Promise<EmulatorResponse | undefined> {
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
          faults: faults.list(),
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
      return answerFaultCommand(query, faults, marketplaceFaultKinds, readFaultScope);
    default:
      return controlFulfilment(request, fulfilment, controls.now());
  }
}
