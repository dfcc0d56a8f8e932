import { runRekey } from '../../../src/commands/database/rekey.ts';
import {
  createLogger,
  type NodeClock,
  type Service,
  startService,
} from '../../../src/service/start-service.ts';
import { type ProductionConfig, readConfig } from '../../../src/settings/config.ts';
import { guidesFolder } from '../run/guides-folder.ts';
import { SystemClock } from './system-clock.ts';

type Environment = Readonly<Record<string, string>>;

/** An API node in the test's own process: it starts in a tenth of the time of the command. */
export function startNode(environment: Environment, clock: NodeClock = new SystemClock()): Promise<Service> {
  const settings = {
    ...productionConfig(environment),
    portalFolder: null,
    guidesFolder,
    nodeRoles: { api: true, workers: false },
  };
  return startService(settings, { clock, logger: createLogger('silent') });
}

/** The lines that `rekey` prints. */
export async function rekeyInProcess(environment: Environment): Promise<string> {
  const lines: string[] = [];
  await runRekey(productionConfig(environment), (line) => lines.push(line));
  return lines.join('\n');
}

function productionConfig(environment: Environment): ProductionConfig {
  const config = readConfig(environment);
  if (config.mode !== 'production') throw new Error('DATABASE_URL selects the production mode');
  return config;
}
