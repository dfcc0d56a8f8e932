import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { runToEnd } from '../../../tests/support/nodes/run-to-end.ts';
import { RunningCommand } from '../../../tests/support/nodes/running-command.ts';
import { shiftedDate } from '../../../tests/support/run/test-time.ts';
import type { PackedLibrary } from './packed-library.ts';

/** An application that answers from its licence file, and never calls the service. */
const application = `
  import { readFile } from 'node:fs/promises';
  import { createServer } from 'node:http';
  import { openInstallation } from '@tessera/client/node';
  import { openOffline } from '@tessera/client/offline';

  const keys = JSON.parse(await readFile('signing-keys.json', 'utf8'));
  const installation = await openInstallation('.tessera/offline');
  const offline = await openOffline({ product: process.argv[2], keys, ...installation });
  const textOf = async (request) => Buffer.concat(await request.toArray()).toString();
  const server = createServer(async (request, response) => {
    if (request.url === '/track') await offline.track(await textOf(request));
    if (request.url === '/revoked') await offline.applyRevocationList(await textOf(request));
    const { state, accessLevel } = offline;
    response.end(JSON.stringify({
      state, accessLevel, scheduling: offline.can('scheduling'), pipelines: offline.limit('pipelines') ?? null,
    }));
  });
  server.listen(0, '127.0.0.1', () => {
    console.log(JSON.stringify({ msg: 'listening', url: 'http://127.0.0.1:' + server.address().port }));
  });
  process.once('SIGTERM', async () => {
    server.close();
    server.closeAllConnections();
    await offline.close();
  });
`;

/** The files of the installation that people carry to and from the machine. */
export const licencePath = '.tessera/offline/licence.tessera-licence';

/** A machine of a customer with the library as npm installs it: its command, and an application. */
export class CustomerMachine {
  readonly #folder: string;
  readonly #environment: Record<string, string>;
  #application: RunningCommand | undefined;
  #url = '';

  private constructor(folder: string, age: number) {
    this.#folder = folder;
    const shift = `--import data:text/javascript,${encodeURIComponent(shiftedDate(age))}`;
    this.#environment = age === 0 ? {} : { NODE_OPTIONS: shift };
  }

  /**
   * Its application ends with the test.
   *
   * @param published the address of the service's signing keys, which the application pins
   * @param age how many milliseconds the time of the service is behind the real time
   */
  static async install(library: PackedLibrary, published: string, age: number): Promise<CustomerMachine> {
    const machine = new CustomerMachine(await library.install(), age);
    onTestFinished(async () => {
      await machine.#application?.stop();
    });
    await machine.download(published, 'signing-keys.json');
    await writeFile(machine.path('application.js'), application);
    return machine;
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  async download(address: string, name: string): Promise<void> {
    await writeFile(this.path(name), await (await fetch(address)).text());
  }

  /** `npx tessera-offline …` */
  command(...args: readonly string[]) {
    const program = [this.path('node_modules/.bin/tessera-offline')];
    return runToEnd(args, this.#environment, { program, cwd: this.#folder });
  }

  /** Runs the command, which must do what it is asked for; returns what it prints. */
  async succeed(...args: readonly string[]): Promise<string> {
    const { code, output, errors } = await this.command(...args);
    expect([code, errors]).toEqual([0, '']);
    return output;
  }

  async startApplication(product: string): Promise<void> {
    const program = { script: this.path('application.js'), cwd: this.#folder };
    this.#application = new RunningCommand([product], this.#environment, program);
    this.#url = await this.#application.listens();
  }

  /** What the running application knows from its licence file. */
  async answers(): Promise<unknown> {
    return (await fetch(this.#url)).json();
  }

  /** The application counts one of the dimension. */
  async track(dimension: string): Promise<void> {
    await fetch(`${this.#url}/track`, { method: 'POST', body: dimension });
  }

  /** Brings a revocation list to the application. */
  async bringRevocationList(list: string): Promise<void> {
    await fetch(`${this.#url}/revoked`, { method: 'POST', body: list });
  }
}
