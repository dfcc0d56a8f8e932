import { milliseconds } from './duration.ts';
import type { FreshnessSettings } from './entitlements/entitlements.ts';
import { TesseraConfigurationError } from './errors.ts';
import type { TesseraOptions } from './types.ts';

const names: Record<keyof TesseraOptions, 1> = {
  url: 1,
  product: 1,
  credential: 1,
  refresh: 1,
  pollInterval: 1,
  grace: 1,
  afterGrace: 1,
  failOpen: 1,
  cacheSize: 1,
  timeout: 1,
  store: 1,
  signed: 1,
  journal: 1,
  logger: 1,
  onDrop: 1,
  meter: 1,
  fetch: 1,
  now: 1,
};

interface Settings extends FreshnessSettings {
  readonly pollInterval: number;
  readonly failOpen: boolean;
}

/** Throws `TesseraConfigurationError` for a wrong option. */
export function readSettings(options: TesseraOptions): Settings {
  checkRuntime(globalThis.process?.versions?.node);
  for (const name of Object.keys(options)) {
    if (!(name in names)) fail(`There is no option "${name}": use ${Object.keys(names).join(', ')}.`);
  }
  const { product, refresh = 'stream', afterGrace = 'deny', cacheSize = 10_000, failOpen = true } = options;
  const pollInterval = milliseconds('pollInterval', options.pollInterval ?? '30s');
  const grace = milliseconds('grace', options.grace ?? '72h');
  const check = (option: string, value: unknown, isRight: boolean, use: string) => {
    if (!isRight) fail(`${option} is "${value}": use ${use}.`);
  };
  check('product', product, typeof product === 'string' && product !== '', 'the slug of your product');
  check('refresh', refresh, ['stream', 'poll'].includes(refresh), 'stream or poll');
  check('afterGrace', afterGrace, ['deny', 'lastKnown'].includes(afterGrace), 'deny or lastKnown');
  check('failOpen', failOpen, typeof failOpen === 'boolean', 'true or false');
  check('cacheSize', cacheSize, Number.isSafeInteger(cacheSize) && cacheSize > 0, 'a number of tenants');
  check(
    'signed',
    options.signed,
    !options.signed || !!options.signed.keys?.keys?.length,
    '{ keys }, with your signing keys',
  );
  check('pollInterval', pollInterval, pollInterval >= 1_000, 'at least 1s');
  // Twice the interval, so that a poll confirms an answer before it is too old.
  return { grace, afterGrace, cacheSize, failOpen, pollInterval, freshFor: 2 * pollInterval };
}

/** Deno and Bun name a version of Node that they are compatible with, so only its first number counts. */
function checkRuntime(node: string | undefined): void {
  if (Number.parseInt(node ?? '', 10) < 20) {
    fail(`Node ${node} is too old for @tessera/client: use Node 20.19 or newer.`);
  }
}

function fail(message: string): never {
  throw new TesseraConfigurationError(message);
}
