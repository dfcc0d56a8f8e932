import { parseArgs } from 'node:util';
import { startMailbox } from './start.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4320' },
    'smtp-port': { type: 'string', default: '4325' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write('Options: --port <number> --smtp-port <number>\n');
else {
  const mailbox = await startMailbox({ port: Number(values.port), smtpPort: Number(values['smtp-port']) });
  process.stdout.write(`Mailbox: ${mailbox.url} (web page)\nSMTP:    ${mailbox.smtpUrl}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void mailbox.close());
}
