import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { Peer, problem, type ServiceResponse } from '../support/peer.ts';
import { buildTrackingApplication, TrackingProcess } from '../support/tracking-process.ts';

let folder: string;
let program: string;
let peer: Peer;
let journal: string;
/** The ids that the service has answered. */
let stored: Set<string>;
const running: TrackingProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-journal-'));
  program = await buildTrackingApplication(folder);
  peer = await Peer.start();
});
beforeEach(async () => {
  journal = await mkdtemp(join(folder, 'journal-'));
  stored = new Set();
});
afterEach(async () => {
  for (const process of running.splice(0)) await process.kill();
});
afterAll(async () => {
  await peer?.close();
  await rm(folder, { recursive: true, force: true });
});

function start(first: number, shell?: string): TrackingProcess {
  const customers = [{ tenantId: 'b0000000-0000-4000-8000-000000000001', product: 'aqueduct' }];
  const settings = {
    url: peer.url,
    apiKey: 'tsk_1',
    folder: journal,
    customers,
    first,
    eventsPerSecond: 1_000,
  };
  const process = new TrackingProcess(program, settings, shell);
  running.push(process);
  return process;
}

const unavailable = problem(503, 'service.unavailable');
const accept: ServiceResponse = (response, { body }) => {
  const { events } = JSON.parse(body) as { events: { id: string }[] };
  for (const { id } of events) stored.add(id);
  const answer = { accepted: events.length, duplicates: 0, refused: 0, exceptions: [] };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
};
const jobs = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `job-${first + index}`);
const isOtherLine = (line: string) => !/^error (TesseraUnavailable|Error: EFBIG)/.test(line);

it('events that the journal cannot write are buffered and sent', async () => {
  peer.otherwise = unavailable;
  // A file has at most 64 blocks of half or one KiB; writing beyond is an error instead of a signal.
  const application = start(1, "trap '' XFSZ; ulimit -f 64");
  await expect.poll(() => application.lines.join()).toContain('EFBIG');
  await expect.poll(() => application.acknowledged).toBeGreaterThan(500);
  peer.otherwise = accept;
  expect(await application.finish()).toBe(0);
  expect([...stored].sort()).toEqual(jobs(1, application.acknowledged).sort());
  expect(application.lines.filter(isOtherLine)).toEqual([]);
});

it('what a killed process has left is sent by another that shares the folder', async () => {
  peer.otherwise = unavailable;
  const [killed, ...others] = [start(1), start(100_001), start(200_001)] as const;
  await Promise.all(
    [killed, ...others].map((process, index) =>
      expect.poll(() => process.acknowledged).toBeGreaterThan(index * 100_000 + 500),
    ),
  );
  expect(await readdir(journal)).toHaveLength(3);
  await killed.kill();
  peer.otherwise = accept;
  const left = jobs(1, killed.acknowledged);
  await expect.poll(() => left.filter((id) => !stored.has(id))).toEqual([]);
  for (const process of others) expect(await process.finish()).toBe(0);
  const [second, third] = others;
  const acknowledged = [...left, ...jobs(100_001, second.acknowledged), ...jobs(200_001, third.acknowledged)];
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  expect(others.flatMap(({ lines }) => lines.filter(isOtherLine))).toEqual([]);
  expect(await readdir(journal)).toEqual([]);
});
