import { fileURLToPath } from 'node:url';
import { sampleFailures } from '../api/http/sampled-log.ts';
import { typedCommand } from '../commands/typed-command.ts';
import { CannotStart } from '../core/operations/cannot-start.ts';
import { unsafeSettings } from '../core/operations/unsafe-settings.ts';
import type { Config } from '../settings/config.ts';
import { startTracing } from '../tracing/start-tracing.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { systemClock } from './clock-guard.ts';
import { BufferedOutput, createLogger } from './logger.ts';
import { refuseDemoData } from './refuse-start.ts';
import { type Service, startService } from './start-service.ts';

/** The build puts them beside this file. */
const builtFolder = (name: string) => fileURLToPath(new URL(`./${name}/`, import.meta.url));

/** The build is in a folder beside `examples`, in a checkout as in the package. */
const sampleFolder = fileURLToPath(new URL('../examples/accelerator-export/', import.meta.url));

export interface ServeOptions {
  /** Deletes the data of the demo before it starts. */
  readonly reset: boolean;
  readonly api: boolean;
  readonly workers: boolean;
}

/** Starts the production server or the demo. */
export async function serve(config: Config, { reset, api, workers }: ServeOptions): Promise<Service> {
  const both = !api && !workers;
  const nodeRoles = { api: both || api, workers: both || workers };
  const parts = { nodeRoles, portalFolder: builtFolder('portal'), guidesFolder: builtFolder('guides') };
  let tracing: Tracing | null = null;
  const traceFields = config.exportsTraces ? () => tracing?.logFields() ?? {} : undefined;
  const output = config.mode === 'demo' ? new BufferedOutput(process.stdout) : undefined;
  const logger = createLogger(config.logLevel, traceFields, output);
  const logFailure = sampleFailures(logger);
  tracing = await startTracing(config.exportsTraces, (error) =>
    logFailure('traces could not be exported', error),
  );
  const surroundings = { clock: systemClock, logger, tracing };
  if (config.mode === 'production') {
    if (reset) throw new CannotStart('--reset is for the demo; a production database is never emptied.');
    await refuseDemoData(config.databaseUrl);
    for (const warning of unsafeSettings(config)) surroundings.logger.warn(warning);
    const service = await startService({ ...config, ...parts }, surroundings);
    surroundings.logger.info({ url: service.url, ...nodeRoles }, 'listening');
    return service;
  }
  // Loaded for the demo only: emulators and the embedded server.
  const { resetDemo, startDemo } = await import('./start-demo.ts');
  const { announcement } = await import('../demo/announcement.ts');
  if (reset) await resetDemo(config);
  try {
    const onStep = (step: string) => process.stdout.write(`${step}\n`);
    const demo = await startDemo(config, { ...parts, sampleFolder, onStep }, surroundings);
    process.stdout.write(announcement(demo.facts, typedCommand));
    return demo;
  } finally {
    output?.release();
  }
}
