import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import {
  partnerTenantId,
  testEncryptionKey,
  World,
  withToken,
} from '../../../../tests/support/worlds/world.ts';
import { connectMarketplace } from '../../../actions/marketplace/connections.ts';

const marketplaceAppId = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7';
const clientId = 'c1000000-0000-4000-8000-000000000001';
const internalText = 'the text of an internal page';

interface Addresses {
  readonly authUrl: string;
  readonly marketplaceUrl: string;
}

let seen: string[] = [];
let answer: RequestListener;
const servers: Server[] = [];
async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

/** Stands for any server inside the operator's network. */
let internal: string;
let connections = 0;
beforeAll(async () => {
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    answer(request, response);
  });
  server.on('connection', () => connections++);
  internal = `http://127.0.0.1:${await listening(server)}`;
});
beforeEach(() => {
  seen = [];
  connections = 0;
  answer = (_request, response) => response.end(internalText);
});
afterAll(() => {
  for (const server of servers) server.close();
});

async function connect(world: World, addresses: Addresses) {
  const workspaceId = await world.workspace();
  const user = await PortalUser.join(world, workspaceId, 'Partner administrator');
  // As if the addresses had been entered while loopback was allowed, or their DNS names had changed since.
  const { connectionId } = await connectMarketplace(
    world.context,
    workspaceId,
    'Shop',
    {
      ...addresses,
      tenantId: partnerTenantId,
      clientId,
      credential: { kind: 'secret', clientSecret: 'a secret' },
    },
    testEncryptionKey,
  );
  /** Anybody who knows tenant and client id can call; no signature of the token is valid. */
  const forge = async () => {
    const claims = {
      ver: '2.0',
      iss: `${addresses.authUrl}/${partnerTenantId}/v2.0`,
      aud: clientId,
      azp: marketplaceAppId,
      tid: partnerTenantId,
    };
    const token = await world.idp.sign(claims);
    return world.call(`/api/marketplace/v1/calls/${connectionId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'o', subscriptionId: 's', action: 'Renew' }),
    });
  };
  const check = () => user.call('POST', `/marketplace-connections/${connectionId}/check`);
  return { check, forge };
}

describe('without local addresses', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.create({ allowsLocalWebhooks: false });
  });
  afterAll(() => world.close());

  it.each([['127.0.0.1'], ['localhost'], ['[::1]']])('no connection is opened to %s', async (host) => {
    const address = internal.replace('127.0.0.1', host);
    const { check, forge } = await connect(world, { authUrl: address, marketplaceUrl: address });
    const checked = await check();
    expect(checked.status).toBe(200);
    expect(checked.body.findings[0].what).toBe(
      'The identity provider could not be checked: The token endpoint could not be reached: no public address.',
    );
    expect((await forge()).status).toBe(503);
    expect(connections).toBe(0);
  });

  it("the operator's own identity provider may still be local", async () => {
    const client = await world.client(await world.workspace());
    const application = world.application();
    await world.activate(client, application);
    const headers = withToken(await world.token(application));
    expect((await world.call('/api/v1/catalogue/products', { headers })).status).toBe(200);
  });
});

describe('the error of a failed outgoing call', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.create();
  });
  afterAll(() => world.close());

  const findingOf = async (addresses: Addresses, index = 0) => {
    const { check } = await connect(world, addresses);
    const { text, body } = await check();
    for (const foreign of [internalText, 'ECONN', '127.0.0.1', 'internal.corp']) {
      expect(text).not.toContain(foreign);
    }
    return body.findings[index].what as string;
  };
  const both = (address: string) => ({ authUrl: address, marketplaceUrl: address });

  it('is a refused connection', async () => {
    const server = createSocketServer();
    const port = await listening(server);
    await new Promise((done) => server.close(done));
    expect(await findingOf(both(`http://127.0.0.1:${port}`))).toContain('connection refused.');
  });

  it('is a TLS failure, without names of the certificate', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'internal.corp' }], {
      keyType: 'ec',
    });
    const port = await listening(createSecureServer({ key, cert }));
    expect(await findingOf(both(`https://127.0.0.1:${port}`))).toContain('TLS failed.');
  });

  it('is the status of a wrong token endpoint', async () => {
    expect(await findingOf(both(internal))).toContain('The token endpoint answered 200: answer unreadable.');
    answer = (_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: internalText, error_codes: [internalText] }));
    };
    expect(await findingOf(both(internal))).toContain('The token endpoint answered 400.');
  });

  it('is the status of a wrong marketplace', async () => {
    world.idp.registerApplication({
      clientId,
      tenantIds: [partnerTenantId],
      secrets: [{ value: 'a secret' }],
      roles: {},
    });
    const addresses = { authUrl: world.idp.url, marketplaceUrl: internal };
    expect(await findingOf(addresses, 2)).toContain('The marketplace answered 200: answer unreadable.');
    answer = (_request, response) =>
      response.writeHead(404, { 'x-ms-requestid': internalText }).end(internalText);
    expect(await findingOf(addresses, 2)).toContain('The marketplace answered 404.');
    answer = (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end();
    expect(await findingOf(addresses, 2)).toContain('The marketplace answered 302.');
    expect(seen).not.toContain('/elsewhere');
  });
});

it('a discovery document may only name keys of its own origin', async () => {
  const world = await World.create();
  const provider = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ issuer: 'https://login.example', jwks_uri: `${internal}/secrets` }));
  });
  const authUrl = `http://127.0.0.1:${await listening(provider)}`;
  const { forge } = await connect(world, { authUrl, marketplaceUrl: authUrl });
  expect((await forge()).status).toBe(503);
  expect(connections).toBe(0);
  await world.close();
});
