import { expect, it } from 'vitest';
import { BufferedOutput, createLogger } from './logger.ts';

it('log lines of a start come after its welcome, in their order', () => {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text) > 0 };
  const buffered = new BufferedOutput(output);
  const logger = createLogger('warn', undefined, buffered);
  logger.warn('first');
  logger.warn('second');
  output.write('Welcome');
  buffered.release();
  logger.warn('third');
  expect(written.map((text) => (text.startsWith('{') ? JSON.parse(text).msg : text))).toEqual([
    'Welcome',
    'first',
    'second',
    'third',
  ]);
});
