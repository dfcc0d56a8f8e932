import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { emulatorPorts } from './emulator-ports.ts';

describe('the ports of the emulators', () => {
  it('follow the port of the service, with a free one in place of one that is in use', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port } = squatter.address() as AddressInfo;
    const { ports, taken } = await emulatorPorts(port - 3);
    squatter.close();
    expect(taken).toContain(port);
    expect(ports.graph).toBe(0);
    const offsets = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const expected = offsets.map((offset) => (taken.includes(port - 3 + offset) ? 0 : port - 3 + offset));
    expect(Object.values(ports)).toEqual(expected);
  });

  it('are free ports where none is left', async () => {
    const { ports, taken } = await emulatorPorts(65_535);
    expect([new Set(Object.values(ports)), taken.length]).toEqual([new Set([0]), 9]);
  });

  it('are free ports of a service on any free port', async () => {
    const { ports, taken } = await emulatorPorts(0);
    expect([new Set(Object.values(ports)), taken]).toEqual([new Set([0]), []]);
  });
});
