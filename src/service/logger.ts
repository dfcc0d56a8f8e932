import { type DestinationStream, type Logger, pino } from 'pino';

/** JSON lines, without secrets, with the ids of the current trace if there are traces; on standard output by default. */
export function createLogger(
  level: string,
  traceFields?: () => object,
  output: DestinationStream = pino.destination(1),
): Logger {
  return pino(
    {
      level,
      ...(traceFields && { mixin: traceFields }),
      redact: [
        '*.authorization',
        '*["x-api-key"]',
        '*.headers.authorization',
        '*.headers["x-api-key"]',
        '*.headers.cookie',
        '*.challenge',
        '*.client_secret',
        '*.password',
      ],
    },
    output,
  );
}

/** Buffers lines until they are released, so that log lines of a start do not come before its welcome. */
export class BufferedOutput {
  readonly #output: Pick<NodeJS.WritableStream, 'write'>;
  #buffered: string[] | null = [];

  constructor(output: Pick<NodeJS.WritableStream, 'write'>) {
    this.#output = output;
  }

  write(line: string): void {
    if (this.#buffered) this.#buffered.push(line);
    else this.#output.write(line);
  }

  release(): void {
    for (const line of this.#buffered ?? []) this.#output.write(line);
    this.#buffered = null;
  }
}
