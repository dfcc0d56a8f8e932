import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Peer, problem } from './support/peer.ts';
import { buildTrackingApplication, TrackingProcess } from './support/tracking-process.ts';

let folder: string;
let peer: Peer;
let application: TrackingProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-disk-'));
  peer = await Peer.start();
});
afterAll(async () => {
  await application?.kill();
  await peer?.close();
  await rm(folder, { recursive: true, force: true });
});

it('events that the journal cannot write are buffered and sent', async () => {
  const program = await buildTrackingApplication(folder);
  const settings = {
    url: peer.url,
    apiKey: 'tsk_1',
    folder: join(folder, 'journal'),
    customers: [{ tenantId: 'b0000000-0000-4000-8000-000000000001', product: 'aqueduct' }],
    first: 1,
    eventsPerSecond: 1_000,
  };
  peer.otherwise = problem(503, 'service.unavailable');
  // A file has at most 64 blocks of half or one KiB; writing beyond is an error instead of a signal.
  application = new TrackingProcess(program, settings, "trap '' XFSZ; ulimit -f 64");
  await expect.poll(() => application.lines.join()).toContain('EFBIG');
  await expect.poll(() => application.acknowledged).toBeGreaterThan(500);
  const stored = new Set<string>();
  peer.otherwise = (response, { body }) => {
    const { events } = JSON.parse(body) as { events: { id: string }[] };
    for (const { id } of events) stored.add(id);
    const answer = { accepted: events.length, duplicates: 0, refused: 0, exceptions: [] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  };
  expect(await application.finish()).toBe(0);
  const ids = Array.from({ length: application.acknowledged }, (_, index) => `job-${index + 1}`);
  expect([...stored].sort()).toEqual(ids.sort());
  expect(application.lines.filter((line) => !/^error (TesseraUnavailable|Error: EFBIG)/.test(line))).toEqual(
    [],
  );
});
