import { type Logger, pino } from 'pino';

/** JSON lines on standard output, without secrets. */
export function createLogger(level: string): Logger {
  return pino({
    level,
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
