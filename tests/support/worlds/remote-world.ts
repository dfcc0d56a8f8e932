import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Demo } from '../../../src/service/start-demo.ts';
import { PortalSession } from '../browser/portal-session.ts';
import { type EndedProcess, runToEnd } from '../nodes/run-to-end.ts';
import { startTestDemo } from './test-demo.ts';

type RemoteKeys = Readonly<Record<'administrator' | 'catalogueManager' | 'viewer', string>>;

/** A running demo, a folder for the login of the command, and keys of service accounts. */
export class RemoteWorld {
  readonly demo: Demo;
  readonly session: PortalSession;
  readonly folder: string;
  readonly keys: RemoteKeys;
  readonly #servers: Server[] = [];

  private constructor(demo: Demo, session: PortalSession, folder: string, keys: RemoteKeys) {
    this.demo = demo;
    this.session = session;
    this.folder = folder;
    this.keys = keys;
  }

  static async open(): Promise<RemoteWorld> {
    const demo = await startTestDemo();
    const session = await PortalSession.open(demo.facts);
    const folder = await mkdtemp(join(tmpdir(), 'tessera-remote-'));
    return new RemoteWorld(demo, session, folder, {
      administrator: await session.issueServiceAccountKey('Doctor', 'Partner administrator'),
      catalogueManager: await session.issueServiceAccountKey('Pipeline', 'Catalogue manager'),
      viewer: await session.issueServiceAccountKey('Reader', 'Viewer'),
    });
  }

  get url(): string {
    return this.demo.facts.baseUrl;
  }

  /** Runs the command with the stored login. */
  tessera(
    args: readonly string[],
    environment: Record<string, string> = {},
    input = '',
  ): Promise<EndedProcess> {
    return runToEnd(args, { XDG_CONFIG_HOME: this.folder, ...environment }, { input });
  }

  /** Runs the command with a key of the environment, and no login. */
  tesseraWith(key: string, ...args: string[]): Promise<EndedProcess> {
    const environment = { TESSERA_URL: this.url, TESSERA_KEY: key };
    return runToEnd(args, { XDG_CONFIG_HOME: join(this.folder, 'none'), ...environment });
  }

  /** Starts another HTTP server on this machine; returns its address. */
  async serve(handle: Parameters<typeof createServer>[1]): Promise<string> {
    const server = createServer(handle);
    this.#servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const server of this.#servers) server.close();
    await this.demo.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
