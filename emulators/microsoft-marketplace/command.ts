import { parseArgs } from 'node:util';
import { sampleMarketplace } from './sample-directory.ts';
import { defaultSettings } from './settings.ts';
import { publisherSecret, startMarketplaceAlone } from './start-alone.ts';

const usage = `Options: --port <number> --idp-port <number> --data <file> --seed <number>
         --landing-page <address> --webhook <address>
         --lag <milliseconds> --page-size <number>
`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4310' },
    'idp-port': { type: 'string', default: '4311' },
    data: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'landing-page': { type: 'string' },
    webhook: { type: 'string' },
    lag: { type: 'string', default: String(defaultSettings.subscriptionLagMilliseconds) },
    'page-size': { type: 'string', default: String(defaultSettings.pageSize) },
    help: { type: 'boolean', default: false },
  },
});

function wholeNumber(name: 'port' | 'idp-port' | 'seed' | 'lag' | 'page-size'): number {
  if (/^\d{1,9}$/.test(values[name])) return Number(values[name]);
  process.stderr.write(`--${name} must be a whole number.\n${usage}`);
  process.exit(2);
}

if (values.help) process.stdout.write(usage);
else {
  const { marketplace, idpUrl, close } = await startMarketplaceAlone({
    directory: sampleMarketplace,
    port: wholeNumber('port'),
    idpPort: wholeNumber('idp-port'),
    seed: wholeNumber('seed'),
    settings: {
      subscriptionLagMilliseconds: wholeNumber('lag'),
      pageSize: wholeNumber('page-size'),
    },
    ...(values.data === undefined ? {} : { dataFile: values.data }),
  });
  const { 'landing-page': landingPageUrl, webhook: webhookUrl } = values;
  for (const { id, offers } of sampleMarketplace.publishers) {
    for (const offer of offers) {
      marketplace.setAddresses(id, offer.id, {
        ...(landingPageUrl === undefined ? {} : { landingPageUrl }),
        ...(webhookUrl === undefined ? {} : { webhookUrl }),
      });
    }
  }
  const publishers = sampleMarketplace.publishers.map(
    ({ id, tenantId, clientId }) => `  ${id}: tenant ${tenantId}, application ${clientId}\n`,
  );
  process.stdout.write(
    `Marketplace: ${marketplace.url} (web page; the API is under /api)
Tokens:      ${idpUrl}
Publishers, with the secret "${publisherSecret}":
${publishers.join('')}`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
}
