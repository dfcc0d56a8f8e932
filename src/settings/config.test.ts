import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { standardRetention } from '../core/operations/retention.ts';
import { readConfig } from './config.ts';

const production = {
  DATABASE_URL: 'postgres://u:p@db:5432/tessera',
  PUBLIC_URL: 'https://tessera.example',
  IDP_API_APP_ID: 'E0000000-0000-4000-8000-000000000001',
  ENCRYPTION_KEY: '9p7hL1zq0mJr5T0cP8yqf2bX3uVd6wKsE4nGjAoYt1I=',
};

describe('without settings', () => {
  it('the demo runs on loopback', () => {
    expect(readConfig({})).toEqual({
      mode: 'demo',
      host: '127.0.0.1',
      port: 4000,
      shutdownDelay: 0,
      retention: standardRetention,
      metricsPort: null,
      publicUrl: null,
      dataDir: resolve('.data'),
      databaseMaxConnections: 10,
      redisUrl: null,
      trustedProxies: [],
      securityContact: null,
      mail: null,
      allowsLocalWebhooks: true,
      nodeCredentialUse: 'off',
      logLevel: 'warn',
      exportsTraces: false,
    });
  });

  it('PORT and DATA_DIR move the demo', () => {
    expect(readConfig({ PORT: '4100', DATA_DIR: '/somewhere' })).toMatchObject({
      port: 4100,
      dataDir: '/somewhere',
    });
  });

  it('an empty setting counts as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual(readConfig({}));
  });
});

describe('with DATABASE_URL', () => {
  it('a production server runs', () => {
    expect(readConfig(production)).toEqual({
      mode: 'production',
      host: '0.0.0.0',
      port: 4000,
      shutdownDelay: 0,
      retention: standardRetention,
      metricsPort: 9464,
      publicUrl: 'https://tessera.example',
      databaseUrl: production.DATABASE_URL,
      databaseMaxConnections: 10,
      redisUrl: null,
      idpAuthUrl: 'https://login.microsoftonline.com',
      idpApiAppId: 'e0000000-0000-4000-8000-000000000001',
      idpGraphUrl: 'https://graph.microsoft.com',
      signIn: null,
      encryptionKey: { current: Buffer.from(production.ENCRYPTION_KEY, 'base64'), old: [] },
      trustedProxies: [],
      securityContact: null,
      mail: null,
      allowsLocalWebhooks: false,
      nodeCredentialUse: 'off',
      logLevel: 'info',
      exportsTraces: false,
    });
  });

  it.each(['off', 'roles', 'all'])('connections may use the credential of the node for %s', (use) => {
    expect(readConfig({ ...production, AWS_NODE_CREDENTIALS: use }).nodeCredentialUse).toBe(use);
  });

  it('metrics have their own port, unless it is that of the API', () => {
    const portOf = (settings: object) => readConfig({ ...production, ...settings }).metricsPort;
    expect(portOf({ METRICS_PORT: '9400' })).toBe(9400);
    expect(portOf({ METRICS_PORT: '4000' })).toBeNull();
    expect(portOf({ PORT: '0', METRICS_PORT: '0' })).toBeNull();
    expect(readConfig({ METRICS_PORT: '9400' }).metricsPort).toBe(9400);
  });

  it('missing production settings are refused, all at once', () => {
    expect(() => readConfig({ DATABASE_URL: production.DATABASE_URL })).toThrow(
      'Settings: PUBLIC_URL, IDP_API_APP_ID, ENCRYPTION_KEY must be set when DATABASE_URL is (see .env.example).',
    );
  });

  it('lists are parsed, and addresses lose their trailing slash', () => {
    expect(
      readConfig({
        ...production,
        PUBLIC_URL: 'https://tessera.example/',
        TRUSTED_PROXIES: '10.0.0.0/8, ::1',
        SECURITY_CONTACT: 'mailto:security@partner.example',
        REDIS_URL: 'rediss://store:6380',
      }),
    ).toMatchObject({
      publicUrl: 'https://tessera.example',
      trustedProxies: ['10.0.0.0/8', '::1'],
      securityContact: 'mailto:security@partner.example',
      redisUrl: 'rediss://store:6380',
    });
  });
});

describe('sign-in', () => {
  const clientId = 'c0000000-0000-4000-8000-000000000004';

  it('has an application with its secret', () => {
    const settings = { ...production, IDP_SIGN_IN_CLIENT_ID: clientId, IDP_SIGN_IN_CLIENT_SECRET: 's' };
    expect(readConfig(settings)).toMatchObject({ signIn: { clientId, clientSecret: 's' } });
  });

  it.each([
    ['IDP_SIGN_IN_CLIENT_ID', clientId],
    ['IDP_SIGN_IN_CLIENT_SECRET', 's'],
  ])('is not set up by %s alone', (name, value) => {
    expect(() => readConfig({ ...production, [name]: value })).toThrow(
      'IDP_SIGN_IN_CLIENT_ID and IDP_SIGN_IN_CLIENT_SECRET must be set together',
    );
  });
});

it.each([
  ['PORT', 'http', 'a port number from 0 to 65535'],
  ['PORT', '70000', 'a port number from 0 to 65535'],
  ['PORT', '1.5', 'a port number from 0 to 65535'],
  ['DATABASE_URL', 'mysql://db', 'an address such as postgres://'],
  [
    'DATABASE_URL',
    'postgres://one,two/t?target_session_attrs=standby',
    'an address whose target_session_attrs is read-write, primary or any',
  ],
  ['DATABASE_MAX_CONNECTIONS', '0', 'a whole number above 0'],
  ['USAGE_REPORT_RETENTION_DAYS', '399', 'a whole number of days from 400 to 3660'],
  ['AUDIT_RETENTION_DAYS', '30', 'a whole number of days from 366 to 3660'],
  ['EVENT_RETENTION_DAYS', '29', 'a whole number of days from 30 to 365'],
  ['ATTEMPT_RETENTION_DAYS', 'never', 'a whole number of days from 30 to 365'],
  ['HISTORY_RETENTION_DAYS', '3661', 'a whole number of days from 90 to 3660'],
  ['VERSION_RETENTION_DAYS', '-1', 'a whole number of days from 90 to 3660'],
  ['REQUEST_LOG_RETENTION_DAYS', '91', 'a whole number of days from 0 to 90'],
  ['IDEMPOTENCY_RETENTION_HOURS', '23', 'a whole number of hours from 24 to 168'],
  ['REDIS_URL', 'store:6379', 'an address such as redis://'],
  ['PUBLIC_URL', 'tessera.example', 'a web address such as https://'],
  ['TRUSTED_PROXIES', 'everybody', 'IP addresses or ranges'],
  ['SMTP_URL', 'https://mail.example', 'an address such as smtps://'],
  ['MAIL_FROM', 'Tessera', 'an e-mail address such as'],
  ['MAIL_FROM', 'a@b.example, c@d.example', 'an e-mail address such as'],
  ['ALLOW_LOCAL_WEBHOOKS', 'yes', 'true or false'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'a web address such as https://tessera.example'],
  ['LOG_LEVEL', 'loud', 'one of debug, info, warn, error, silent'],
])('refuses %s=%s with a message', (name, value, words) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} must be ${words}`);
});

it('reads how long data is kept', () => {
  const { retention } = readConfig({ AUDIT_RETENTION_DAYS: '2000', IDEMPOTENCY_RETENTION_HOURS: '48' });
  expect(retention).toEqual({ ...standardRetention, auditDays: 2_000, answerHours: 48 });
});

it('names all issues at once', () => {
  expect(() => readConfig({ ...production, PORT: 'x', IDP_API_APP_ID: 'y', PUBLIC_URL: '' })).toThrow(
    /PUBLIC_URL must be set .*PORT must be .*IDP_API_APP_ID must be a UUID/,
  );
});

it.each([
  ['SMTP_URL', 'smtp://mail.example'],
  ['MAIL_FROM', 'tessera@partner.example'],
])('refuses %s alone', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow('SMTP_URL and MAIL_FROM must be set together');
});

it.each(['tessera@partner.example', 'Tessera <tessera@partner.example>'])('sends mail as %s', (from) => {
  const smtpUrl = 'smtps://user:pass%40word@mail.example:465';
  expect(readConfig({ SMTP_URL: smtpUrl, MAIL_FROM: from }).mail).toEqual({ smtpUrl, from });
});

it('settings cannot be changed', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});

it('.env.example explains exactly the settings that exist', () => {
  const known = new Set<string>();
  const recorder = new Proxy(production, {
    get(target, name) {
      known.add(String(name));
      return Reflect.get(target, name);
    },
  });
  readConfig(recorder);
  readConfig(new Proxy({}, { get: (_target, name) => void known.add(String(name)) }));
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const explained = [...text.matchAll(/^# ?([A-Z_]+)=/gm)].map(([, name]) => name);
  // A secret that may be in a file is explained once.
  expect(explained.sort()).toEqual([...known].filter((name) => !name.endsWith('_FILE')).sort());
});

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-config-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are read like settings, without the line end', () => {
    const { DATABASE_URL, ENCRYPTION_KEY, ...rest } = production;
    const environment = {
      ...rest,
      DATABASE_URL_FILE: file('database', `${DATABASE_URL}\n`),
      ENCRYPTION_KEY_FILE: file('key', `${ENCRYPTION_KEY}\r\n`),
      ENCRYPTION_KEYS_OLD_FILE: file('old', Buffer.alloc(32).toString('base64')),
      IDP_SIGN_IN_CLIENT_ID: 'e0000000-0000-4000-8000-000000000002',
      IDP_SIGN_IN_CLIENT_SECRET_FILE: file('client', 'hush'),
      REDIS_URL_FILE: file('redis', 'rediss://:word@store'),
      SMTP_URL_FILE: file('smtp', 'smtps://u:p@mail'),
      MAIL_FROM: 'tessera@partner.example',
    };
    expect(readConfig(environment)).toMatchObject({
      mode: 'production',
      databaseUrl: DATABASE_URL,
      encryptionKey: { current: Buffer.from(ENCRYPTION_KEY, 'base64'), old: [Buffer.alloc(32)] },
      signIn: { clientSecret: 'hush' },
      redisUrl: 'rediss://:word@store',
      mail: { smtpUrl: 'smtps://u:p@mail' },
    });
  });

  it.each([
    [
      'both',
      { REDIS_URL: 'redis://a', REDIS_URL_FILE: file('both', 'redis://b') },
      'REDIS_URL and REDIS_URL_FILE must not be set both',
    ],
    ['an empty one', { REDIS_URL_FILE: file('empty', '\n') }, 'REDIS_URL_FILE names a file that is empty'],
    [
      'a missing one',
      { REDIS_URL_FILE: join(folder, 'nowhere') },
      /REDIS_URL_FILE names a file that cannot be read \(.*nowhere, ENOENT\)/,
    ],
    [
      'a missing key',
      { ENCRYPTION_KEY: '', ENCRYPTION_KEY_FILE: join(folder, 'nowhere') },
      /^Settings: ENCRYPTION_KEY_FILE names[^;]*$/,
    ],
  ])('%s is refused', (_, changes, message) => {
    expect(() => readConfig({ ...production, ...changes })).toThrow(message);
  });
});

describe('unsafe settings', () => {
  it('of a production server are refused without DATABASE_URL', () => {
    expect(() => readConfig({ ...production, DATABASE_URL: undefined })).toThrow(
      'Settings: DATABASE_URL must be set when IDP_API_APP_ID, ENCRYPTION_KEY are, or none of them for the demo.',
    );
    expect(() => readConfig({ ENCRYPTION_KEY_FILE: '/dev/null' })).toThrow(
      'DATABASE_URL must be set when ENCRYPTION_KEY',
    );
  });

  it('such as a repetitive key are refused', () => {
    const weak = Buffer.alloc(32).toString('base64');
    expect(() => readConfig({ ...production, ENCRYPTION_KEY: weak })).toThrow(
      'ENCRYPTION_KEY must be random',
    );
  });

  it("such as the demo's key are refused, but it may be an old one, to rotate it", () => {
    const ofDemo = Buffer.from('the demo has no secrets to keep.').toString('base64');
    expect(() => readConfig({ ...production, ENCRYPTION_KEY: ofDemo })).toThrow(
      "ENCRYPTION_KEY must be secret: this one is the demo's, which is public",
    );
    expect(readConfig({ ...production, ENCRYPTION_KEYS_OLD: ofDemo })).toMatchObject({ mode: 'production' });
  });
});

it.each([
  ['no receiver', {}, false],
  ['a receiver', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
  ['a receiver of traces', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }, true],
  [
    'a receiver, and the SDK disabled',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' },
    false,
  ],
] as const)('traces with %s', (_case, environment, isOn) => {
  expect(readConfig(environment).exportsTraces).toBe(isOn);
});
