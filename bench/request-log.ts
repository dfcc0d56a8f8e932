import { randomUUID } from 'node:crypto';
import { ClientRequests } from '../src/api/authentication/client-activity.ts';
import { clientsOfWorkspace, workspaces } from './callers.ts';
import { median } from './rounds.ts';

const requests = 2_000_000;
const rounds = 9;
/** The log is stored once a second. */
const requestsBetweenFlushes = 30_000;

/** Microseconds of CPU time that sampling for the request log adds to a successful request, against a log that is off. */
export function requestLogCost(): number {
  const ids = Array.from({ length: workspaces * clientsOfWorkspace }, () => randomUUID());
  const logs = [7, 0].map((requestLogDays) => new ClientRequests({ requestLogDays }));
  const differences: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [on = Number.NaN, off = Number.NaN] = logs.map((log) => sample(log, ids));
    differences.push(on - off);
  }
  return median(differences);
}

function sample(log: ClientRequests, ids: readonly string[]): number {
  const started = process.cpuUsage();
  for (let number = 0; number < requests; number += 1) {
    const now = new Date();
    const apiClientId = ids[number % ids.length] ?? '';
    const stands = log.take(apiClientId, 200, now);
    if (stands > 0) {
      log.add({
        apiClientId,
        requestId: apiClientId,
        method: 'GET',
        route: '/',
        status: 200,
        code: null,
        requestedAt: now,
        tenantId: null,
        milliseconds: 0,
        requests: stands,
      });
    }
    if (number % requestsBetweenFlushes === 0) log.drain(now);
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / requests;
}
