import { CannotStart } from '../../core/operations/cannot-start.ts';
import { refuseFewOpenFiles } from '../../service/refuse-start.ts';
import { serve } from '../../service/serve.ts';
import type { Service } from '../../service/start-service.ts';
import type { Call } from '../call.ts';
import { loadConfig } from '../load-config.ts';

/** The call without a command. */
export async function serveOrDemo(call: Call): Promise<number> {
  return start(call, loadConfig(call.environment));
}

/** `serve` */
export async function serveProduction(call: Call): Promise<number> {
  const config = loadConfig(call.environment);
  if (config.mode === 'demo') {
    throw new CannotStart('serve needs DATABASE_URL; it cannot be used with the demo.');
  }
  return start(call, config);
}

async function start(call: Call, config: ReturnType<typeof loadConfig>): Promise<number> {
  refuseFewOpenFiles();
  const starting = serve(config, {
    reset: call.has('reset'),
    api: call.has('api'),
    workers: call.has('workers'),
  });
  stopOnSignal(starting);
  await starting;
  return 0;
}

/**
 * The first signal shuts down gracefully, the second at once. A service that is still starting is stopped when it has
 * started: the demo would otherwise leave its PostgreSQL server behind.
 */
function stopOnSignal(starting: Promise<Service>): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    // A failed start is reported by whoever awaits it.
    starting.then(stopService, () => {});
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function stopService(service: Service): Promise<void> {
  try {
    await service.stop();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`Stopping failed: ${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  }
}
