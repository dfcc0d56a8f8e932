import { existsSync } from 'node:fs';
import { type Config, readConfig } from '../settings/config.ts';
import type { Call } from './call.ts';

/** The settings of the environment, and of `.env` in the working folder. */
export function loadConfig(environment: Call['environment']): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig(environment);
}
