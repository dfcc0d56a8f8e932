import { type Logger, pino } from 'pino';

/** JSON lines on standard output, without secrets, with the ids of the current trace if there are traces. */
export function createLogger(level: string, traceFields?: () => object): Logger {
  return pino({
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
  });
}
