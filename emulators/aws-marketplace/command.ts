import { parseArgs } from 'node:util';
import { contosoAccount, sampleAws } from './sample-directory.ts';
import { startAwsEmulator } from './start.ts';

const usage = `Options: --port <number> --data <file> --seed <number>
         --fulfilment <address> --events <address> --event-secret <text>
         --license-delay <milliseconds> --deprovision-delay <milliseconds>
`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4330' },
    data: { type: 'string' },
    seed: { type: 'string', default: '1' },
    fulfilment: { type: 'string' },
    events: { type: 'string' },
    'event-secret': { type: 'string', default: 'a-secret-of-the-events' },
    'license-delay': { type: 'string', default: '1000' },
    'deprovision-delay': { type: 'string', default: '1000' },
    help: { type: 'boolean', default: false },
  },
});

function wholeNumber(name: 'port' | 'seed' | 'license-delay' | 'deprovision-delay'): number {
  if (/^\d{1,9}$/.test(values[name])) return Number(values[name]);
  process.stderr.write(`--${name} must be a whole number.\n${usage}`);
  process.exit(2);
}

if (values.help) process.stdout.write(usage);
else {
  const { fulfilment: fulfilmentUrl, events: url, 'event-secret': secret } = values;
  const emulator = await startAwsEmulator({
    directory: sampleAws,
    port: wholeNumber('port'),
    seed: wholeNumber('seed'),
    settings: {
      licenseMilliseconds: wholeNumber('license-delay'),
      deprovisionMilliseconds: wholeNumber('deprovision-delay'),
    },
    ...(values.data === undefined ? {} : { dataFile: values.data }),
  });
  for (const { accountId, products } of sampleAws.sellers) {
    if (url !== undefined) emulator.setDestination(accountId, { url, secret });
    if (fulfilmentUrl === undefined) continue;
    for (const product of products) emulator.registerProduct(accountId, { ...product, fulfilmentUrl });
  }
  const keys = sampleAws.accessKeys.map(
    ({ id, secret: ofKey, accountId }) => `  ${accountId}: ${id}, secret "${ofKey}"\n`,
  );
  process.stdout.write(
    `AWS Marketplace: ${emulator.url} (web page; the services are at the same address)
Seller:          ${contosoAccount}
Access keys:
${keys.join('')}`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void emulator.close());
}
