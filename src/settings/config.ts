import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isUuid } from '../core/identifiers.ts';
import { type NodeCredentialUse, nodeCredentialUses } from '../core/marketplace/connections/seller.ts';
import { readDatabaseHosts } from '../core/operations/database-hosts.ts';
import { type Retention, retentionFrom } from '../core/operations/retention.ts';
import { isDemoKey, isWeakKey } from '../core/operations/unsafe-settings.ts';
import { Complaint, type Rule, SettingsReader } from './settings-reader.ts';

/** With `DATABASE_URL` a production server, without it the demo. */
interface CommonConfig {
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  /** Seconds between readiness turning 503 and closing the listener. */
  readonly shutdownDelay: number;
  /** Null: metrics are served on the API's port. */
  readonly metricsPort: number | null;
  /** How long data that grows is kept. */
  readonly retention: Retention;
  readonly databaseMaxConnections: number;
  readonly redisUrl: string | null;
  readonly trustedProxies: readonly string[];
  /** Contact for vulnerability reports; null: `security@` on the service's own host. */
  readonly securityContact: string | null;
  /** Null: no e-mail is sent. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  readonly allowsLocalWebhooks: boolean;
  /** What connections of sellers may use the node's own AWS credentials for. */
  readonly nodeCredentialUse: NodeCredentialUse;
  readonly logLevel: LogLevel;
  /** Whether traces go to an OTLP receiver; OpenTelemetry reads the rest of its settings itself. */
  readonly exportsTraces: boolean;
}

export interface ProductionConfig extends CommonConfig {
  readonly mode: 'production';
  readonly publicUrl: string;
  readonly databaseUrl: string;
  readonly idpAuthUrl: string;
  readonly idpApiAppId: string;
  readonly idpGraphUrl: string;
  /** The sign-in application; null: no sign-in. */
  readonly signIn: { readonly clientId: string; readonly clientSecret: string } | null;
  /** The key that seals secrets, and old ones for opening only; 32 bytes each. */
  readonly encryptionKey: { readonly current: Uint8Array; readonly old: readonly Uint8Array[] };
}

export interface DemoConfig extends CommonConfig {
  readonly mode: 'demo';
  /** Null: the address it listens on. */
  readonly publicUrl: string | null;
  readonly dataDir: string;
}

export type Config = ProductionConfig | DemoConfig;

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** Settings with a secret value; each may be in a file. */
const secretSettings = [
  'DATABASE_URL',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEYS_OLD',
  'IDP_SIGN_IN_CLIENT_SECRET',
  'REDIS_URL',
  'SMTP_URL',
];

/** Settings that the demo has its own values for: setting one means a production server. */
const productionSettings = [
  'IDP_API_APP_ID',
  'IDP_AUTH_URL',
  'IDP_GRAPH_URL',
  'IDP_SIGN_IN_CLIENT_ID',
  'IDP_SIGN_IN_CLIENT_SECRET',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEYS_OLD',
];

/** Reads every setting, or fails with all problems at once. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const settings = new SettingsReader(environment, secretSettings);
  const databaseUrl = settings.optional('DATABASE_URL', databaseAddress);
  const isDemo = databaseUrl === undefined;
  const port = settings.optional('PORT', portNumber) ?? 4000;
  const metricsPort = settings.optional('METRICS_PORT', portNumber) ?? (isDemo ? port : 9464);
  const common = {
    host: settings.optional('HOST', text) ?? (isDemo ? '127.0.0.1' : '0.0.0.0'),
    port,
    shutdownDelay: settings.optional('SHUTDOWN_DELAY', wholeNumber('seconds', 0, 300)) ?? 0,
    metricsPort: metricsPort === port ? null : metricsPort,
    retention: retentionFrom(({ setting, unit, least, most }) =>
      settings.optional(setting, wholeNumber(unit, least, most)),
    ),
    databaseMaxConnections: settings.optional('DATABASE_MAX_CONNECTIONS', positiveInteger) ?? 10,
    redisUrl: settings.optional('REDIS_URL', redisAddress) ?? null,
    trustedProxies: settings.optional('TRUSTED_PROXIES', addressList) ?? [],
    securityContact: settings.optional('SECURITY_CONTACT', contactAddress) ?? null,
    mail: readMail(settings),
    allowsLocalWebhooks: settings.optional('ALLOW_LOCAL_WEBHOOKS', yesOrNo) ?? isDemo,
    nodeCredentialUse: settings.optional('AWS_NODE_CREDENTIALS', nodeCredentialUse) ?? 'off',
    logLevel: settings.optional('LOG_LEVEL', logLevel) ?? (isDemo ? 'warn' : 'info'),
    exportsTraces: readTraces(settings),
  };
  const config: Config = isDemo
    ? {
        ...common,
        mode: 'demo',
        publicUrl: settings.optional('PUBLIC_URL', webAddress) ?? null,
        dataDir: resolve(settings.optional('DATA_DIR', text) ?? '.data'),
      }
    : {
        ...common,
        mode: 'production',
        databaseUrl,
        publicUrl: settings.required('PUBLIC_URL', webAddress),
        idpAuthUrl: settings.optional('IDP_AUTH_URL', webAddress) ?? 'https://login.microsoftonline.com',
        idpApiAppId: settings.required('IDP_API_APP_ID', uuid),
        idpGraphUrl: settings.optional('IDP_GRAPH_URL', webAddress) ?? 'https://graph.microsoft.com',
        signIn: readSignIn(settings),
        encryptionKey: {
          current: Buffer.from(settings.required('ENCRYPTION_KEY', randomKey), 'base64'),
          old: settings.optional('ENCRYPTION_KEYS_OLD', encryptionKeys) ?? [],
        },
      };
  if (isDemo) refuseProductionSettings(settings);
  settings.finish();
  return Object.freeze(config);
}

/** Without DATABASE_URL the demo would start, whose keys are public. */
function refuseProductionSettings(settings: SettingsReader): void {
  const set = productionSettings.filter((name) => settings.isSet(name) || settings.isSet(`${name}_FILE`));
  if (set.length === 0 || settings.isSet('DATABASE_URL') || settings.isSet('DATABASE_URL_FILE')) return;
  settings.complain(
    `DATABASE_URL must be set when ${set.join(', ')} ${set.length === 1 ? 'is' : 'are'}, or none of them for the demo`,
  );
}

function readMail(settings: SettingsReader): CommonConfig['mail'] {
  const smtpUrl = settings.optional('SMTP_URL', smtpAddress);
  const from = settings.optional('MAIL_FROM', sender);
  if (smtpUrl !== undefined && from !== undefined) return { smtpUrl, from };
  settings.requireTogether('SMTP_URL', 'MAIL_FROM');
  return null;
}

function readTraces(settings: SettingsReader): boolean {
  const receiver = settings.optional('OTEL_EXPORTER_OTLP_ENDPOINT', webAddress);
  const receiverOfTraces = settings.optional('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', webAddress);
  const isDisabled = settings.optional('OTEL_SDK_DISABLED', yesOrNo) ?? false;
  return (receiver ?? receiverOfTraces) !== undefined && !isDisabled;
}

function readSignIn(settings: SettingsReader): ProductionConfig['signIn'] {
  const clientId = settings.optional('IDP_SIGN_IN_CLIENT_ID', uuid);
  const clientSecret = settings.optional('IDP_SIGN_IN_CLIENT_SECRET', text);
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
  settings.requireTogether('IDP_SIGN_IN_CLIENT_ID', 'IDP_SIGN_IN_CLIENT_SECRET');
  return null;
}

const text: Rule<string> = (written) => written;

const uuid: Rule<string> = (written) => (isUuid(written) ? written.toLowerCase() : new Complaint('a UUID'));

const encryptionKey: Rule<string> = (written) =>
  Buffer.from(written, 'base64').length === 32
    ? written
    : new Complaint('32 random bytes in base64, as `openssl rand -base64 32` prints them');

/** Old keys may be weak or public: that is a reason to rotate them. */
const randomKey: Rule<string> = (written) => {
  const key = Buffer.from(written, 'base64');
  if (isDemoKey(key)) return new Complaint("secret: this one is the demo's, which is public");
  return isWeakKey(key)
    ? new Complaint('random: this one repeats itself; make one with `openssl rand -base64 32`')
    : encryptionKey(written);
};

const encryptionKeys: Rule<readonly Uint8Array[]> = (written) => {
  const keys = written.split(',').map((key) => encryptionKey(key.trim()));
  return keys.every((key) => typeof key === 'string')
    ? keys.map((key) => Buffer.from(key, 'base64'))
    : new Complaint('keys of 32 bytes in base64, separated by commas');
};

const portNumber: Rule<number> = (written) => {
  const port = Number(written);
  return Number.isInteger(port) && port >= 0 && port <= 65_535
    ? port
    : new Complaint('a port number from 0 to 65535');
};

const positiveInteger: Rule<number> = (written) => {
  const number = Number(written);
  return Number.isInteger(number) && number > 0 ? number : new Complaint('a whole number above 0');
};

const wholeNumber =
  (unit: string, least: number, most: number): Rule<number> =>
  (written) => {
    const number = Number(written);
    return Number.isInteger(number) && number >= least && number <= most
      ? number
      : new Complaint(`a whole number of ${unit} from ${least} to ${most}`);
  };

const yesOrNo: Rule<boolean> = (written) =>
  written === 'true' || written === 'false' ? written === 'true' : new Complaint('true or false');

const webAddress: Rule<string> = (written) =>
  hasProtocol(written, ['http:', 'https:'])
    ? written.replace(/\/+$/, '')
    : new Complaint('a web address such as https://tessera.example');

const contactAddress: Rule<string> = (written) =>
  hasProtocol(written, ['https:', 'mailto:'])
    ? written
    : new Complaint('an address such as mailto:security@partner.example or https://partner.example/report');

const databaseAddress: Rule<string> = (written) => {
  const hosts = readDatabaseHosts(written);
  if ('mustBe' in hosts) return new Complaint(hosts.mustBe);
  return hosts.urls.every((url) => URL.canParse(url))
    ? written
    : new Complaint('an address such as postgres://user:password@host:5432/tessera');
};

const redisAddress: Rule<string> = (written) =>
  hasProtocol(written, ['redis:', 'rediss:'])
    ? written
    : new Complaint('an address such as redis://host:6379');

const smtpAddress: Rule<string> = (written) =>
  hasProtocol(written, ['smtp:', 'smtps:'])
    ? written
    : new Complaint('an address such as smtps://user:password@host:465');

const sender: Rule<string> = (written) =>
  /^([^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(written)
    ? written
    : new Complaint('an e-mail address such as Tessera <tessera@partner.example>');

const addressList: Rule<readonly string[]> = (written) => {
  const addresses = written.split(',').map((address) => address.trim());
  return addresses.every((address) => isIP(address.split('/', 1)[0] ?? '') !== 0)
    ? addresses
    : new Complaint('IP addresses or ranges such as 10.0.0.0/8, separated by commas');
};

const logLevel: Rule<LogLevel> = (written) =>
  logLevels.find((level) => level === written) ?? new Complaint(`one of ${logLevels.join(', ')}`);

const nodeCredentialUse: Rule<NodeCredentialUse> = (written) =>
  nodeCredentialUses.find((use) => use === written) ??
  new Complaint(`one of ${nodeCredentialUses.join(', ')}`);

function hasProtocol(address: string, protocols: readonly string[]): boolean {
  return URL.canParse(address) && protocols.includes(new URL(address).protocol);
}
