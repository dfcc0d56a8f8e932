/** For tests, in a process of its own: launches a server by its argument, reports the result, and runs until killed. */
import { type LaunchOptions, launchEmbeddedPostgres } from './launch.ts';
import { launchThrowAwayPostgres } from './throw-away.ts';

export type LaunchResult = { url: string; pid: number } | { refused: string; message: string };

const report = (result: LaunchResult) => process.stdout.write(`${JSON.stringify(result)}\n`);
const options = JSON.parse(process.argv[2] ?? '') as LaunchOptions | 'throw-away';

try {
  const server = await (options === 'throw-away'
    ? launchThrowAwayPostgres()
    : launchEmbeddedPostgres(options));
  const stay = setInterval(() => undefined, 60_000);
  process.once('SIGTERM', async () => {
    await server.stop();
    clearInterval(stay);
  });
  report({ url: server.url('tessera'), pid: server.pid });
} catch (error) {
  if (!(error instanceof Error)) throw error;
  report({ refused: error.name, message: error.message });
}
