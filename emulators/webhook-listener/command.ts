import { parseArgs } from 'node:util';
import { startListener } from './listener.ts';

/** The secret and port of the endpoint that the demo registers. */
export const demoListener = {
  port: 4555,
  secret: 'whsec_VGVzc2VyYSdzIGRlbW86IGV2ZXJ5Ym9keSBrbm93cyE=',
} as const;

const usage = `Usage: npm run webhook-listener [-- options]

  --port <number>     where to listen, on loopback (${demoListener.port})
  --secret <whsec_…>  checks signatures; else WEBHOOK_SECRET, else the demo's
`;

/** Listens until it is stopped. */
export async function runListener(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: String(demoListener.port) },
      secret: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const secret = values.secret ?? environment.WEBHOOK_SECRET ?? demoListener.secret;
  const listener = await startListener({ port: Number(values.port), secret, print });
  print(`Listening for webhooks at ${listener.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void listener.close());
}
