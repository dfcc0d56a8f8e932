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
