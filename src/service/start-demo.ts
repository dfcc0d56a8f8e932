import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchEmbeddedPostgres, removeEmbeddedPostgres } from '../../embedded-postgres/launch.ts';
import { startAwsEmulator } from '../../emulators/aws-marketplace/start.ts';
import type { SigningMaterial } from '../../emulators/entra/key-ring.ts';
import { startEntraEmulator } from '../../emulators/entra/start.ts';
import { startGraphEmulator } from '../../emulators/graph/start.ts';
import { startMailbox } from '../../emulators/mailbox/start.ts';
import { startMarketplaceEmulator } from '../../emulators/microsoft-marketplace/start.ts';
import {
  loadDevelopmentCertificate,
  removeDevelopmentCertificate,
} from '../../emulators/shell/development-certificate.ts';
import type { LoopbackServer } from '../../emulators/shell/serve-on-loopback.ts';
import { demoAws } from '../demo/emulated-aws.ts';
import {
  demoDirectory,
  demoSignInApplication,
  demoUsers,
  tenantsWhoseDirectoryIsDown,
} from '../demo/emulated-directories.ts';
import { demoMarketplace } from '../demo/emulated-marketplace.ts';
import { type EmulatorPorts, emulatorPorts } from '../demo/emulator-ports.ts';
import { type DemoFacts, demoFacts, type EmulatorAddress } from '../demo/facts.ts';
import { playHistory } from '../demo/history/play-history.ts';
import { demoEncryptionKey, demoIdp, demoPublisher, demoSender, demoSignIn } from '../demo/identities.ts';
import { type OfferSurroundings, readMappedOffers } from '../demo/mapped-offers.ts';
import { type ProductSurroundings, readMappedProducts } from '../demo/mapped-products.ts';
import { type AcceptedUsage, loadAcceptedUsage } from '../demo/marketplace-usage.ts';
import { sampleExport } from '../demo/sample-export.ts';

import { connectDemo, type DemoKeys, seedDemo } from '../demo/seed.ts';
import { seedLicenceFile } from '../demo/seed-licence-file.ts';
import { demoSignInLink } from '../demo/seed-members.ts';
import { seedUsage } from '../demo/seed-usage.ts';
import type { DemoConfig } from '../settings/config.ts';

import { commitWithoutWaiting, openDatabase, withDatabase } from '../storage/database.ts';

import { migrate } from '../storage/schema/migrate.ts';
import { type Service, type ServiceSettings, type Surroundings, startService } from './start-service.ts';

export interface Demo extends Service {
  readonly facts: DemoFacts;
}

export interface DemoParts extends Pick<ServiceSettings, 'nodeRoles' | 'portalFolder' | 'guidesFolder'> {
  /** Signing keys of the emulated identity provider; generated if absent, which takes long. */
  readonly signingKeys?: readonly SigningMaterial[];
  /** Folder of the sample export. */
  readonly sampleFolder: string;
  /** Absent: the data is seeded now. */
  readonly seededAt?: Date;
  /** Told of each step of the start, in a short sentence. */
  readonly onStep?: (step: string) => void;
}

/** The service with PostgreSQL, emulators and seeded data on one machine, all on loopback. */
export async function startDemo(
  config: DemoConfig,
  parts: DemoParts,
  surroundings: Surroundings,
): Promise<Demo> {
  parts.onStep?.('Starting PostgreSQL …');
  const postgres = await launchEmbeddedPostgres({ folder: config.dataDir, durable: true });
  try {
    const demo = await startDemoOn(postgres.url('tessera'), config, parts, surroundings);
    const stop = async () => {
      await demo.stop();
      await postgres.stop();
    };
    return { ...demo, stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** The demo on an existing PostgreSQL server. */
export async function startDemoOn(
  databaseUrl: string,
  config: DemoConfig,
  { signingKeys, seededAt, sampleFolder, onStep = () => {}, ...parts }: DemoParts,
  surroundings: Surroundings,
): Promise<Demo> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const stopPart of stops.toReversed()) await stopPart();
  };
  try {
    onStep('Starting the emulators, and playing 90 days of demo data …');
    const { ports, taken } = await emulatorPorts(config.port);
    if (taken.length > 0) onStep(`Ports in use: ${taken.join(', ')}. The emulators take free ones instead.`);
    const [emulators, keys] = await Promise.all([
      startEmulators({
        dataDir: config.dataDir,
        databaseUrl,
        now: surroundings.clock.now,
        ports,
        signingKeys,
      }),
      seedDatabase(databaseUrl, seededAt ?? surroundings.clock.now()),
    ]);
    stops.push(() => emulators.stop());
    const { idp, graph, marketplace, awsUrl, mailboxUrl, smtpUrl, caFile } = emulators;
    onStep('Starting the service …');
    await withDatabase(databaseUrl, async (database) => {
      emulators.takeUsage(await loadAcceptedUsage(database, surroundings.clock.now()));
      await connectDemo(database, { authUrl: idp.url, marketplaceUrl: marketplace.url, awsUrl });
    });
    const service = await startService(
      {
        ...config,
        databaseUrl,
        ...parts,
        idpAuthUrl: idp.url,
        idpApiAppId: demoIdp.apiAppId,
        idpGraphUrl: graph.url,
        signIn: demoSignIn,
        encryptionKey: demoEncryptionKey,
        mail: config.mail ?? { smtpUrl, from: demoSender },
        marketplaceEmulatorUrls: [marketplace.url, awsUrl],
        sampleExport: sampleExport(sampleFolder, marketplace.url),
      },
      surroundings,
    );
    stops.push(() => service.stop());
    emulators.lead({ serviceUrl: service.url, publicUrl: config.publicUrl ?? service.url });
    const addresses = {
      baseUrl: service.url,
      databaseUrl,
      idp,
      graph,
      marketplace,
      awsUrl,
      mailboxUrl,
      caFile,
    };
    const started = await withDatabase(databaseUrl, async (database) => {
      const now = surroundings.clock.now();
      const licence = await seedLicenceFile(database, config.publicUrl ?? service.url, now);
      return { licence, signInLink: await demoSignInLink(database, now) };
    });
    const facts = demoFacts({ ...addresses, ...keys, ...started });
    const text = `${JSON.stringify(facts, null, 2)}\n`;
    await writeFile(join(config.dataDir, 'demo.json'), text, { mode: 0o600 });
    return { url: service.url, facts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Applies missing migrations, and adds missing data and the history. */
export async function seedDatabase(databaseUrl: string, now: Date): Promise<DemoKeys> {
  await migrate(databaseUrl);
  return withDatabase(databaseUrl, async (database) => {
    await commitWithoutWaiting(database);
    const seeded = await seedDemo(database, now);
    await playHistory(database, seeded.apiKey, now);
    await seedUsage(database, seeded.apiKey, now);
    return seeded;
  });
}

/** Removes the demo's own files from its data folder, and nothing else. */
export async function resetDemo({ dataDir }: DemoConfig): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await removeEmbeddedPostgres(dataDir);
  await rm(join(dataDir, 'demo.json'), { force: true });
  for (const name of usageFiles) await rm(join(dataDir, name), { force: true });
  await removeDevelopmentCertificate(dataDir);
}

/** Accepted usage of the emulated marketplaces, so that it survives restarts as the service's data does. */
const usageFiles = ['marketplace-usage.jsonl', 'aws-usage.jsonl'] as const;
const [marketplaceUsage, awsUsage] = usageFiles;

/** The service calls emulators by http, because Node.js cannot trust another authority at run time. */
function addressOf({ url, httpsUrl = url }: LoopbackServer): EmulatorAddress {
  return { url, httpsUrl };
}

interface EmulatorParts {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly now: () => Date;
  readonly ports: EmulatorPorts;
  readonly signingKeys: readonly SigningMaterial[] | undefined;
}

async function startEmulators({ dataDir, databaseUrl, now, ports, signingKeys }: EmulatorParts) {
  const { certificate, caFile } = await loadDevelopmentCertificate(dataDir);
  const idp = await startEntraEmulator(demoDirectory, {
    port: ports.idp,
    httpsPort: ports.idpHttps,
    certificate,
    now,
    ...(signingKeys && { signingKeys }),
  });
  const graph = await startGraphEmulator({
    port: ports.graph,
    httpsPort: ports.graphHttps,
    idp,
    directory: { users: demoUsers },
    certificate,
    now,
  });
  for (const tenantId of tenantsWhoseDirectoryIsDown) graph.setFault({ kind: 'unavailable', tenantId });
  const database = openDatabase({ url: databaseUrl, maxConnections: 1, onConnectionLost: () => {} });
  let surroundings: OfferSurroundings | undefined;
  const marketplace = await startMarketplaceEmulator({
    port: ports.marketplace,
    httpsPort: ports.marketplaceHttps,
    idp,
    directory: demoMarketplace,
    readOffers: async () => {
      if (!surroundings) throw new Error('The service has not started');
      return readMappedOffers(database, surroundings);
    },
    dataFile: join(dataDir, marketplaceUsage),
    certificate,
    now,
  });
  let shop: ProductSurroundings | undefined;
  const aws = await startAwsEmulator({
    port: ports.aws,
    directory: demoAws,
    readProducts: async () => {
      if (!shop) throw new Error('The service has not started');
      return readMappedProducts(database, shop);
    },
    // A buyer of the demo does not wait a minute for the licence.
    settings: { licenseMilliseconds: 0, deprovisionMilliseconds: 0 },
    dataFile: join(dataDir, awsUsage),
    now,
    signingNow: now,
  });
  const mailbox = await startMailbox({ port: ports.mailbox, smtpPort: ports.smtp, now });
  return {
    idp: addressOf(idp),
    graph: addressOf(graph),
    marketplace: addressOf(marketplace),
    awsUrl: aws.url,
    caFile,
    mailboxUrl: mailbox.url,
    smtpUrl: mailbox.smtpUrl,
    /** What the marketplace accepted before it was started; a part may be in its file. */
    takeUsage(accepted: readonly AcceptedUsage[]): void {
      for (const { sent, at } of accepted) marketplace.takeUsage(demoPublisher.id, sent, at);
    },
    /** Gives the emulators the service's URL, which is known last. */
    lead(to: Pick<OfferSurroundings, 'serviceUrl' | 'publicUrl'>): void {
      idp.registerApplication(demoSignInApplication(`${to.publicUrl}/sign-in/callback`));
      const { url, httpsUrl = url } = marketplace;
      surroundings = { ...to, marketplaceUrls: [url, httpsUrl] };
      shop = { ...to, awsUrl: aws.url };
    },
    async stop() {
      await mailbox.close();
      await aws.close();
      await marketplace.close();
      await database.destroy();
      await graph.close();
      await idp.close();
    },
  };
}
