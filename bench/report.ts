import type { CaseResult } from './cases.ts';
import type { Latency } from './load.ts';

const columns = (name: string, ...rest: readonly string[]) =>
  `${name.padEnd(22)}${rest.map((text) => text.padStart(13)).join('')}\n`;

export const caseTitle = columns(
  '',
  'bare /s',
  'Tessera /s',
  'ratio',
  'bar',
  'bare µs',
  'Tessera µs',
  'ratio',
  'cached',
);

export function caseLine(result: CaseResult): string {
  return columns(
    result.name,
    result.bareRate.toFixed(0),
    result.rate.toFixed(0),
    result.ratio.toFixed(2),
    `${result.ratio >= result.bar ? '' : 'missed '}${result.bar.toFixed(2)}`,
    result.bareCost.toFixed(1),
    result.cost.toFixed(1),
    result.costRatio.toFixed(2),
    percent(result.hits),
  );
}

export const latencyTitle = columns(
  'at half the top rate',
  '/s',
  'bare p50',
  'p99',
  'p99.9',
  'Tessera p50',
  'p99',
  'p99.9, ms',
);

export function latencyLine({ name, paced: { rate, bare, ours } }: CaseResult): string {
  const percentiles = ({ p50, p99, p999 }: Latency) => [p50, p99, p999].map((value) => value.toFixed(2));
  return columns(name, rate.toFixed(0), ...percentiles(bare), ...percentiles(ours));
}

/** @param cost in microseconds, as that of a warm read */
export function requestLogLine(cost: number, readCost: number): string {
  const share = (100 * cost) / readCost;
  const bar = share <= 1 ? 'at most 1 %' : 'missed 1 %';
  return `request log: ${cost.toFixed(3)} µs of a warm read by key, ${share.toFixed(1)} % (${bar})\n`;
}

export const growthTitle = columns(
  '',
  'small /s',
  'large /s',
  'fall',
  'bar',
  'fall to bare',
  'small µs',
  'large µs',
  'small cached',
  'large cached',
);

export interface GrowthResult {
  readonly name: string;
  readonly smallRate: number;
  readonly largeRate: number;
  readonly fall: number;
  /** The decrease of the ratio to a bare server with the same requests. */
  readonly fallToBare: number;
  readonly smallCost: number;
  readonly largeCost: number;
  /** Shares of cache hits. */
  readonly smallHits: number;
  readonly largeHits: number;
}

export function growthLine(result: GrowthResult): string {
  return columns(
    result.name,
    result.smallRate.toFixed(0),
    result.largeRate.toFixed(0),
    percent(result.fall),
    '< 15 %',
    percent(result.fallToBare),
    result.smallCost.toFixed(1),
    result.largeCost.toFixed(1),
    percent(result.smallHits),
    percent(result.largeHits),
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
