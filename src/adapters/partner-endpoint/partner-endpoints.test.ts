import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { generate } from 'selfsigned';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { createPartnerEndpoints } from './partner-endpoints.ts';
import { signatureHeader, signingKey } from './signature.ts';

const clock = { now: () => new Date() };
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const older = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const body = '{"type":"webhook.test","timestamp":"2026-11-15T09:00:00.000Z","data":{"name":"Zoë"}}';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly port: number | undefined;
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type TestResponse = (request: IncomingMessage, response: ServerResponse) => void;
async function receiver(answer: TestResponse = (_, response) => void response.end('thanks')) {
  const seen: Seen[] = [];
  let connections = 0;
  const server: Server = createServer(async (request, response) => {
    let text = '';
    request.setEncoding('utf8');
    for await (const chunk of request) text += chunk;
    const { method, url, headers } = request;
    seen.push({ method, url, headers, body: text, port: request.socket.remotePort });
    answer(request, response);
  });
  server.on('connection', () => connections++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hooks?a=b`, port, seen, connections: () => connections };
}

function endpoints(options: Partial<Parameters<typeof createPartnerEndpoints>[0]> = {}) {
  const adapter = createPartnerEndpoints({ clock, allowsLoopback: true, ...options });
  closing.push(() => adapter.stop());
  return (url: string, rest: object = {}) =>
    adapter.post({ destination: { url, headers: {}, secrets: [secret], ...rest }, messageId: 'msg_1', body });
}

describe('a webhook request', () => {
  it('is a signed POST that the public library verifies', async () => {
    const partner = await receiver();
    const answer = await endpoints()(partner.url, { headers: { 'x-gateway': 'key' } });
    expect(answer).toMatchObject({ outcome: 'answered', status: 200, beginning: 'thanks' });
    const [seen] = partner.seen;
    expect(seen).toMatchObject({ method: 'POST', url: '/hooks?a=b', body });
    expect(seen?.headers).toMatchObject({
      host: `127.0.0.1:${partner.port}`,
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'x-gateway': 'key',
    });
    const headers = seen?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(older).verify(body, headers)).toThrow();
    expect(() => new Webhook(secret).verify(body.replace('Zoë', 'Zoe'), headers)).toThrow();
    expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'msg_2' })).toThrow();
  });

  it('is verified by either secret during a rotation', async () => {
    const partner = await receiver();
    await endpoints()(partner.url, { secrets: [secret, older] });
    const headers = partner.seen[0]?.headers as Record<string, string>;
    for (const each of [secret, older]) expect(new Webhook(each).verify(body, headers)).toBeDefined();
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
  });

  it('has the signature of the known test vector', () => {
    const message = { messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
    const keys = [signingKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')];
    expect(signatureHeader(message, keys, 1_614_265_330)).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('reuses connections', async () => {
    const partner = await receiver();
    const post = endpoints();
    for (let index = 0; index < 20; index++) await post(partner.url);
    expect(partner.seen).toHaveLength(20);
    // A second connection is used while the first is being reset.
    expect(partner.connections()).toBeLessThanOrEqual(2);
  });

  it('never waits for another request to the same host', async () => {
    const hanging: ServerResponse[] = [];
    const partner = await receiver(({ url }, response) => {
      if (url?.startsWith('/hang')) hanging.push(response);
      else response.end();
    });
    const post = endpoints();
    const hung = Array.from({ length: 30 }, () => post(`http://127.0.0.1:${partner.port}/hang`));
    await expect.poll(() => hanging.length).toBe(30);
    expect(await post(partner.url)).toMatchObject({ status: 200 });
    for (const response of hanging) response.end();
    await Promise.all(hung);
  });
});

describe('a webhook response', () => {
  it.each([200, 204, 299, 302, 400, 404, 410, 429, 500, 503])('%s is returned unchanged', async (status) => {
    const partner = await receiver((_, response) => {
      response.writeHead(status, { 'retry-after': '7', location: '/elsewhere' }).end();
    });
    expect(await endpoints()(partner.url)).toMatchObject({ status, retryAfterMilliseconds: 7_000 });
    // A redirect is never followed.
    expect(partner.seen).toHaveLength(1);
  });

  it('is stored up to 1 KiB, and aborted when it is longer', async () => {
    let written = 0;
    const partner = await receiver((_, response) => {
      const more = () => {
        while (!response.destroyed && written < 50_000_000) {
          written += 10_000;
          if (!response.write('x'.repeat(10_000))) {
            response.once('drain', more);
            return;
          }
        }
        response.end();
      };
      more();
    });
    const answer = await endpoints()(partner.url);
    expect(answer).toMatchObject({ status: 200, beginning: 'x'.repeat(1_024) });
    expect(written).toBeLessThan(50_000_000);
  });

  it('is decoded to storable text, whatever its bytes', async () => {
    const partner = await receiver((_, response) => void response.end(Buffer.from([0x61, 0x00, 0xff, 0x62])));
    expect(await endpoints()(partner.url)).toMatchObject({ beginning: 'a\ufffdb' });
  });

  it.each<[string, TestResponse]>([
    ['no response', () => {}],
    ['incomplete headers', (_, response) => void response.socket?.write('HTTP/1.1 200 OK\r\nx-a: ')],
    [
      'a slow body',
      async (_, response) => {
        response.write('a');
        for (let index = 0; index < 100 && !response.destroyed; index++) {
          await pause(10);
          response.write('a');
        }
      },
    ],
  ])('times out or not: %s', async (_case, answer) => {
    const partner = await receiver(answer);
    const given = await endpoints({ timeoutMilliseconds: 200 })(partner.url);
    expect(given).toMatchObject({ outcome: 'unanswered', reason: 'timed out' });
    expect(given.durationMilliseconds).toBeGreaterThanOrEqual(190);
  });

  it('is absent when the connection is refused, reset, or not HTTP', async () => {
    const resets = createSocketServer((socket) => {
      socket.once('data', () => socket.resetAndDestroy());
    });
    const babbles = createSocketServer((socket) => {
      socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n'));
    });
    for (const server of [resets, babbles]) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      closing.push(() => new Promise((done) => server.close(done)));
    }
    const closed = await receiver();
    await closing.pop()?.();
    const post = endpoints();
    const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
    const cases = [
      [portOf(resets), 'connection failed'],
      [portOf(babbles), 'answer unreadable'],
      [closed.port, 'connection refused'],
    ] as const;
    for (const [port, reason] of cases) {
      expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ outcome: 'unanswered', reason });
    }
  });

  it('is absent over https with an untrusted certificate', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
    });
    let requests = 0;
    const server = createSecureServer({ key, cert }, (_, response) => {
      requests++;
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => new Promise((done) => server.close(done)));
    const { port } = server.address() as AddressInfo;
    expect(await endpoints()(`https://localhost:${port}/`)).toMatchObject({
      outcome: 'unanswered',
      reason: 'TLS failed',
    });
    expect(requests).toBe(0);
  });
});

describe('the destination of a webhook', () => {
  it.each([
    'http://127.0.0.1:{port}/',
    'http://127.1:{port}/',
    'http://2130706433:{port}/',
    'http://0x7f.1:{port}/',
    'http://0177.0.0.1:{port}/',
    'http://0.0.0.0:{port}/',
    'http://0:{port}/',
    'http://localhost:{port}/',
    'http://LOCALHOST.:{port}/',
    'http://a.b.localhost:{port}/',
    'http://[::1]:{port}/',
    'http://[::]:{port}/',
    'http://[::ffff:127.0.0.1]:{port}/',
    'http://[::ffff:7f00:1]:{port}/',
    'http://[::127.0.0.1]:{port}/',
    'http://[64:ff9b::7f00:1]:{port}/',
    'http://[2002:7f00:1::]:{port}/',
    'http://10.0.0.1:{port}/',
    'http://172.16.0.1:{port}/',
    'http://192.168.0.1:{port}/',
    'http://100.64.0.1:{port}/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]:{port}/',
    'http://224.0.0.1:{port}/',
    'http://255.255.255.255:{port}/',
    'http://192.0.2.1:{port}/',
    'http://１２７.0.0.1:{port}/',
    'http://inside.example:{port}/',
    'http://metadata.example:{port}/',
    'http://mapped.example:{port}/',
    'https://inside.example:{port}/',
    'https://127.0.0.1:{port}/',
  ])('is never %s', async (url) => {
    const partner = await receiver();
    const names: Record<string, string[]> = {
      'inside.example': ['127.0.0.1', '10.0.0.1'],
      'metadata.example': ['169.254.169.254'],
      'mapped.example': ['::ffff:127.0.0.1'],
    };
    const resolve = async (name: string) => names[name] ?? ['127.0.0.1', '::1'];
    const post = endpoints({ allowsLoopback: false, resolve, timeoutMilliseconds: 5_000 });
    expect(await post(url.replace('{port}', String(partner.port)))).toMatchObject({
      outcome: 'unanswered',
      reason: 'no public address',
    });
    expect(partner.connections()).toBe(0);
  });

  it('is resolved once per connection: DNS rebinding has no effect', async () => {
    const partner = await receiver((_, response) => {
      response.setHeader('connection', 'close').end();
    });
    // The first look-up returns an allowed address, every later one a forbidden address.
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    let lookUps = 0;
    const resolve = async () => answers[Math.min(lookUps++, 1)] ?? [];
    const post = endpoints({ resolve });
    const url = `http://rebinding.example:${partner.port}/`;
    expect(await post(url)).toMatchObject({ status: 200 });
    expect(lookUps).toBe(1);
    expect(await post(url)).toMatchObject({ reason: 'no public address' });
    expect(lookUps).toBe(2);
    expect(partner.seen).toHaveLength(1);
  });

  it("is only the allowed one of a name's addresses", async () => {
    const partner = await receiver();
    const post = endpoints({ resolve: async () => ['10.0.0.1', '127.0.0.1', '169.254.169.254'] });
    expect(await post(`http://mixed.example:${partner.port}/`)).toMatchObject({ status: 200 });
    expect(partner.seen[0]?.headers.host).toBe(`mixed.example:${partner.port}`);
  });

  it('is absent when the name is unknown or DNS fails', async () => {
    const failing = endpoints({
      resolve: () => Promise.reject(Object.assign(new Error('queryA nowhere'), { code: 'ENOTFOUND' })),
    });
    expect(await failing('https://nowhere.example/')).toMatchObject({
      outcome: 'unanswered',
      reason: 'no public address',
    });
    const silent = endpoints({ resolve: () => new Promise(() => {}), timeoutMilliseconds: 100 });
    expect(await silent('https://silent.example/')).toMatchObject({ outcome: 'unanswered' });
    const empty = endpoints({ resolve: async () => [] });
    expect(await empty('https://empty.example/')).toMatchObject({ outcome: 'unanswered' });
  });
});
