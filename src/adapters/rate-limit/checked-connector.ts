import { connect, type Socket } from 'node:net';
import { connect as connectWithTls } from 'node:tls';
import { AbstractConnector, type RedisOptions } from 'ioredis';
import { ReplyCheck } from './reply-check.ts';

/** Connects to the store, and ends a connection whose replies are not those of a store before the client reads them. */
export class CheckedConnector extends AbstractConnector {
  readonly #options: RedisOptions;

  constructor(options: unknown) {
    const { disconnectTimeout = 0 } = options as RedisOptions;
    super(disconnectTimeout);
    this.#options = options as RedisOptions;
  }

  async connect(): Promise<Socket> {
    const { host = 'localhost', port = 6379, family = 0, path, tls } = this.#options;
    const address = path ? { path } : { host, port, family };
    this.connecting = true;
    const stream = tls ? connectWithTls({ ...address, ...Object(tls) }) : connect(address);
    stream.once('error', (error) => {
      this.firstError = error;
    });
    checkReplies(stream);
    this.stream = stream;
    return stream;
  }
}

/** The client writes one command at a time, and each has one reply. */
function checkReplies(stream: Socket): void {
  const check = new ReplyCheck();
  const { write, emit } = stream;
  stream.write = (...written: unknown[]) => {
    check.commandSent();
    return Reflect.apply(write, stream, written);
  };
  let isRefused = false;
  stream.emit = (...event: unknown[]) => {
    const [name, chunk] = event;
    if (name !== 'data') return Reflect.apply(emit, stream, event);
    if (!isRefused && check.accepts(chunk as Buffer)) return Reflect.apply(emit, stream, event);
    isRefused = true;
    stream.destroy(new Error('The rate limit store sent an invalid reply.'));
    return false;
  };
}
