import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { separator } from './deck.ts';
import { responseLength } from './response-length.ts';

/** The load generator without wrk: one request at a time on each connection; prints the number of responses. */
const [address = '', deckPath = '', connections = '1', seconds = '1'] = process.argv.slice(2);
const { hostname, port } = new URL(address);
const deck = readFileSync(deckPath, 'latin1')
  .split(separator)
  .map((request) => Buffer.from(request, 'latin1'));

let position = 0;
let requests = 0;
let bad = 0;
const started = performance.now();

function keepBusy(): void {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const send = () => {
    position = (position + 1) % deck.length;
    const request = deck[position];
    if (request) socket.write(request);
  };
  let held: Buffer = Buffer.alloc(0);
  socket.on('connect', send);
  socket.on('data', (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    if (held.length < responseLength(held)) return;
    requests += 1;
    // `HTTP/1.1 200`: the tenth byte begins the status.
    if (held[9] !== 0x32 && held[9] !== 0x33) bad += 1;
    held = Buffer.alloc(0);
    send();
  });
  socket.on('error', () => {
    bad += 1;
  });
}

for (let index = 0; index < Number(connections); index += 1) keepBusy();
setTimeout(() => {
  const rate = (requests * 1000) / (performance.now() - started);
  process.stdout.write(`${JSON.stringify({ requests, bad, rate })}\n`, () => process.exit(0));
}, Number(seconds) * 1000);
