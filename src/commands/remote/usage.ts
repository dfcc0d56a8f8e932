import { usageStatuses } from '../../core/usage/reports/report.ts';
import { type Call, WrongCall } from '../call.ts';
import { print, printable, printJson, progress, tableLines } from '../terminal.ts';
import { Service } from './service.ts';
import { readTenantId } from './typed-values.ts';

const usualLimit = 50;
const maxLimit = 5_000;

interface Report {
  readonly hour: string;
  readonly customer: string;
  readonly product: string;
  readonly dimension: string;
  readonly quantity: number;
  readonly status: string;
  readonly expiresAt: string;
  readonly reason: { readonly code: string; readonly detail: string } | null;
}

type HourCounts = Readonly<Record<string, string | number>> & { readonly hour: string };

interface Counts {
  readonly from: string;
  readonly until: string;
  readonly hours: readonly HourCounts[];
}

/** `usage`: the newest reports, and the totals of the whole range by status. */
export async function usage(call: Call): Promise<number> {
  const limit = readLimit(call.optional('limit'));
  const tenant = call.optional('tenant');
  const tenantId = tenant === undefined ? undefined : readTenantId('--tenant', tenant);
  const service = await Service.open(call);
  const filter = { tenantId, product: call.optional('product') };
  const from = await readSince(service, call.optional('since'));
  const counted = await service.read<Counts>('/usage-hours', { query: { ...filter, from } });
  progress(`Reading the reports from ${counted.from} to ${counted.until} …`);
  const { items, hasMore } = await service.list<Report>(
    '/usage-reports',
    { ...filter, status: call.optional('status'), from: counted.from, until: counted.until },
    limit,
  );
  const totals = totalsOf(counted.hours);
  if (call.has('json')) {
    printJson({ from: counted.from, until: counted.until, totals, reports: items, hasMore });
    return 0;
  }
  if (items.length > 0) {
    for (const line of reportLines(items)) print(line);
    print(hasMore ? `The newest ${items.length}; --limit shows more.\n` : '');
  } else print('No reports match.\n');
  const listed = Object.entries(totals)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${status}`);
  print(`From ${counted.from} to ${counted.until}: ${listed.join(', ') || 'no reports'}.`);
  return 0;
}

/** A line for each report, and below it the reason of the marketplace. */
function reportLines(reports: readonly Report[]): string[] {
  const [headings = '', ...lines] = tableLines(
    ['Hour (UTC)', 'Customer', 'Product/dimension', 'Quantity', 'Status', 'Deadline'],
    reports.map(({ hour, customer, product, dimension, quantity, status, expiresAt }) => {
      const deadline = status === 'Pending' ? minute(expiresAt) : null;
      return [minute(hour), customer, `${product}/${dimension}`, quantity, status, deadline];
    }),
    ['Customer', 'Product/dimension'],
  );
  return [
    headings,
    ...lines.flatMap((line, index) => {
      const reason = reports[index]?.reason;
      return reason ? [line, `    ${printable(reason.detail)}`] : [line];
    }),
  ];
}

/** Counts by state, where a Pending report is counted by what it waits for, as counts by status. */
function totalsOf(hours: readonly HourCounts[]): Record<string, number> {
  const totals = usageStatuses.map((status) => {
    const states =
      status === 'Pending'
        ? ['held', 'due', 'claimed', 'retrying']
        : [status[0]?.toLowerCase() + status.slice(1)];
    const counts = hours.flatMap((hour) => states.map((state) => Number(hour[state] ?? 0)));
    return [status, counts.reduce((sum, count) => sum + count, 0)] as const;
  });
  return Object.fromEntries(totals);
}

/** `11-16 17:00`: a range has at most 31 days. */
const minute = (time: string) => `${time.slice(5, 10)} ${time.slice(11, 16)}`;

function readLimit(typed: string | undefined): number {
  if (typed === undefined) return usualLimit;
  const limit = /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
  if (limit >= 1 && limit <= maxLimit) return limit;
  throw new WrongCall(`--limit must be a number from 1 to ${maxLimit}.`);
}

/** A time, a day, or hours and days before the service's present time. */
async function readSince(service: Service, typed: string | undefined): Promise<string | undefined> {
  if (typed === undefined) return undefined;
  const [, count, unit] = /^(\d{1,3})([hd])$/.exec(typed) ?? [];
  if (count !== undefined) {
    const { until } = await service.read<Counts>('/usage-hours');
    const hours = Number(count) * (unit === 'd' ? 24 : 1);
    return new Date(Date.parse(until) - hours * 3_600_000).toISOString();
  }
  if (/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(typed) && !Number.isNaN(Date.parse(typed))) {
    return new Date(typed).toISOString();
  }
  throw new WrongCall('--since must be like 24h, 7d, 2026-11-01 or 2026-11-01T08:00:00Z.');
}
