import {
  ErrorCode,
  type EvaluationContext,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  type ResolutionDetails,
  StandardResolutionReasons,
  TargetingKeyMissingError,
  type TrackingEventDetails,
} from '@openfeature/server-sdk';
import type { Entitlement, Tessera, TrackOptions } from './types.ts';

/**
 * A provider for OpenFeature. The targeting key is the tenant's id, capabilities are boolean flags, limits are numbers, and
 * `edition` and `plan` are texts. The application closes the client.
 *
 * @example
 * ```ts
 * import { OpenFeature } from '@openfeature/server-sdk';
 * import { TesseraProvider } from '@tessera/client/openfeature';
 *
 * await OpenFeature.setProviderAndWait(new TesseraProvider(tessera));
 * const flags = OpenFeature.getClient();
 * const tenant = { targetingKey: tenantId };
 * console.log(await flags.getBooleanValue('private-links', false, tenant)); // true
 * console.log(await flags.getNumberValue('pipelines', 0, tenant)); // 25
 * flags.track('api-calls', tenant, { value: 0.001 });
 * ```
 */
export class TesseraProvider implements Provider {
  readonly metadata = { name: 'tessera' };
  readonly runsOn = 'server';
  readonly events = new OpenFeatureEventEmitter();
  readonly #tessera: Tessera;
  readonly #removals: readonly (() => void)[];
  /** The tenant whose entitlement the client found in memory last. */
  #cachedTenant: string | undefined;

  constructor(tessera: Tessera) {
    this.#tessera = tessera;
    let isStale = false;
    const changed = (product: string, tenantId: string | undefined) =>
      this.events.emit(ProviderEvents.ConfigurationChanged, {
        metadata: { product, ...(tenantId !== undefined && { tenantId }) },
      });
    this.#removals = [
      tessera.on('hit', ({ tenantId }) => {
        this.#cachedTenant = tenantId;
      }),
      tessera.on('changed', ({ product, tenantId }) => changed(product, tenantId)),
      tessera.on('catalogue', ({ product }) => changed(product, undefined)),
      tessera.on('disconnected', () => {
        isStale = true;
        this.events.emit(ProviderEvents.Stale, { message: 'The service cannot be reached.' });
      }),
      tessera.on('connected', () => {
        // The first connection is no event: OpenFeature itself reports a provider ready.
        if (isStale) this.events.emit(ProviderEvents.Ready);
        isStale = false;
      }),
    ];
  }

  /** Removes the provider's listeners from the client. */
  async onClose(): Promise<void> {
    for (const remove of this.#removals) remove();
  }

  /** A tenant that holds nothing is denied, whatever the default value: nobody can tell its flags from unknown ones. */
  async resolveBooleanEvaluation(
    flag: string,
    defaultValue: boolean,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<boolean>> {
    return this.#resolve(defaultValue, context, ({ held, found }) => {
      const { capabilities } = held.raw ?? {};
      if (capabilities === undefined) return found(false);
      if (Object.hasOwn(capabilities, flag)) return found(held.can(flag));
      if (held.accessLevel === 'None') return { value: false, reason: StandardResolutionReasons.DEFAULT };
      return isLimit(held, flag) || textOf(held, flag) !== undefined
        ? mismatch(defaultValue, flag, isLimit(held, flag) ? 'number' : 'string')
        : notFound(defaultValue, flag);
    });
  }

  /** The limit of this name. */
  async resolveNumberEvaluation(
    flag: string,
    defaultValue: number,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<number>> {
    return this.#resolve(defaultValue, context, ({ held, found }) => {
      const limit = held.limit(flag);
      if (limit !== undefined) return found(limit);
      return withoutValue(held, flag, defaultValue);
    });
  }

  /** The slug of the `edition` or the `plan`. */
  async resolveStringEvaluation(
    flag: string,
    defaultValue: string,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<string>> {
    return this.#resolve(defaultValue, context, ({ held, found }) => {
      const text = textOf(held, flag);
      if (text !== undefined) return found(text);
      return isLimit(held, flag)
        ? mismatch(defaultValue, flag, 'number')
        : withoutValue(held, flag, defaultValue);
    });
  }

  /** No flag has an object as its value. */
  async resolveObjectEvaluation<T extends JsonValue>(
    flag: string,
    defaultValue: T,
  ): Promise<ResolutionDetails<T>> {
    return mismatch(defaultValue, flag, 'boolean, number or string');
  }

  /** Tracks a unit: the name is the dimension, `value` the quantity, 1 if it is absent. */
  track(dimension: string, context: EvaluationContext, details: TrackingEventDetails): void {
    const { targetingKey } = context;
    if (!targetingKey) throw new TargetingKeyMissingError('The targeting key is the id of the tenant.');
    const options = Object.fromEntries(
      ['id', 'plan', 'subscriptionId', 'uniqueKey']
        .filter((name) => typeof details[name] === 'string')
        .map((name) => [name, details[name]]),
    ) as TrackOptions;
    void this.#tessera.track(targetingKey, dimension, details.value, options);
  }

  async #resolve<T>(
    defaultValue: T,
    { targetingKey }: EvaluationContext,
    evaluate: (answer: ServiceResponse<T>) => ResolutionDetails<T>,
  ): Promise<ResolutionDetails<T>> {
    if (!targetingKey) {
      return failed(
        defaultValue,
        ErrorCode.TARGETING_KEY_MISSING,
        'The targeting key is the id of the tenant.',
      );
    }
    this.#cachedTenant = undefined;
    const reading = this.#tessera.entitlement(targetingKey);
    // The client emits `hit` before it returns.
    const isCached = this.#cachedTenant === targetingKey;
    const held = await reading;
    const { CACHED, STALE, TARGETING_MATCH } = StandardResolutionReasons;
    const reason = held.stale ? STALE : isCached ? CACHED : TARGETING_MATCH;
    const flagMetadata = { asOf: held.asOf.toISOString(), ...(held.raw && { version: held.raw.version }) };
    return evaluate({ held, found: (value) => ({ value, reason, flagMetadata }) });
  }
}

interface ServiceResponse<T> {
  readonly held: Entitlement;
  readonly found: (value: T) => ResolutionDetails<T>;
}

function textOf({ raw }: Entitlement, flag: string): string | undefined {
  if (flag === 'edition') return raw?.edition?.slug;
  return flag === 'plan' ? raw?.plan?.slug : undefined;
}

function isLimit(held: Entitlement, flag: string): boolean {
  return held.limit(flag) !== undefined;
}

/** A limit or text that no plan in force has. */
function withoutValue<T>(held: Entitlement, flag: string, defaultValue: T): ResolutionDetails<T> {
  if (held.accessLevel === 'None') {
    const { STALE, DEFAULT } = StandardResolutionReasons;
    return { value: defaultValue, reason: held.raw === undefined ? STALE : DEFAULT };
  }
  return Object.hasOwn(held.raw?.capabilities ?? {}, flag)
    ? mismatch(defaultValue, flag, 'boolean')
    : notFound(defaultValue, flag);
}

function notFound<T>(value: T, flag: string): ResolutionDetails<T> {
  return failed(value, ErrorCode.FLAG_NOT_FOUND, `No plan in force has the capability or limit ${flag}.`);
}

function mismatch<T>(value: T, flag: string, type: string): ResolutionDetails<T> {
  return failed(value, ErrorCode.TYPE_MISMATCH, `The value of ${flag} is a ${type}.`);
}

function failed<T>(value: T, errorCode: ErrorCode, errorMessage: string): ResolutionDetails<T> {
  return { value, reason: StandardResolutionReasons.ERROR, errorCode, errorMessage };
}
