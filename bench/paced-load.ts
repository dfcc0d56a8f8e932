import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { separator } from './deck.ts';
import { responseLength } from './response-length.ts';

/**
 * Sends requests at a fixed rate, whether or not earlier ones have been answered, and prints the percentiles of their
 * latency in milliseconds. A latency counts from when the request was due: while the server hangs, the requests that
 * wait for it count too.
 */
const [address = '', deckPath = '', connections = '1', seconds = '1', rate = '1'] = process.argv.slice(2);
const { hostname, port } = new URL(address);
const deck = readFileSync(deckPath, 'latin1')
  .split(separator)
  .map((request) => Buffer.from(request, 'latin1'));
const interval = 1_000 / Number(rate);
/** On a busy machine the last requests are late; those not answered by then are an error. */
const drainMilliseconds = 30_000;
const total = Math.floor(Number(seconds) * Number(rate));

const idle: Connection[] = [];
const latencies: number[] = [];
let sent = 0;
let bad = 0;
let started = Number.POSITIVE_INFINITY;

class Connection {
  readonly #socket: Socket;
  #held: Buffer = Buffer.alloc(0);
  #due = 0;

  constructor() {
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on('connect', () => idle.push(this));
    this.#socket.on('data', (chunk) => this.#receive(chunk));
    this.#socket.on('error', () => {
      bad += 1;
    });
  }

  send(request: Buffer, due: number): void {
    this.#due = due;
    this.#socket.write(request);
  }

  #receive(chunk: Buffer): void {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    if (this.#held.length < responseLength(this.#held)) return;
    latencies.push(performance.now() - this.#due);
    // `HTTP/1.1 200`: the tenth byte begins the status.
    if (this.#held[9] !== 0x32 && this.#held[9] !== 0x33) bad += 1;
    this.#held = Buffer.alloc(0);
    idle.push(this);
  }
}

/** Never sleeps: a timer would be late by up to a millisecond, which is more than most answers take. */
function sendDue(): void {
  const now = performance.now();
  while (sent < total && idle.length > 0 && started + sent * interval <= now) {
    const request = deck[sent % deck.length];
    const connection = idle.shift();
    if (request) connection?.send(request, started + sent * interval);
    sent += 1;
  }
  if (latencies.length + bad >= total || now - started > 1_000 * Number(seconds) + drainMilliseconds)
    report();
  else setImmediate(sendDue);
}

function report(): void {
  const sorted = latencies.toSorted((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  const figures = { p50: percentile(0.5), p99: percentile(0.99), p999: percentile(0.999) };
  const unanswered = total - latencies.length;
  process.stdout.write(`${JSON.stringify({ requests: sorted.length, bad, unanswered, ...figures })}\n`, () =>
    process.exit(0),
  );
}

for (let index = 0; index < Number(connections); index += 1) new Connection();
const waiting = setInterval(() => {
  if (idle.length < Number(connections)) return;
  clearInterval(waiting);
  started = performance.now();
  sendDue();
}, 10);
