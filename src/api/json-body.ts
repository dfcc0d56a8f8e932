import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSafeNumber, parse as parseLosslessly } from 'lossless-json';
import { isRefusal, refuseInvalid } from '../core/refusal.ts';
import { unstorableText } from '../core/text.ts';
import { WrittenNumber } from '../core/usage/quantity.ts';
import { asError } from './problem.ts';
import { receiveBody } from './receive-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route refuses list items one by one, so text that cannot be stored is left to it. */
    readonly refusesItems?: boolean;
    /** Numbers that a double cannot represent become `WrittenNumber`. */
    readonly exactNumbers?: boolean;
  }
}

/** Only escapes can bring NUL or half of a surrogate pair into JSON. */
const suspiciousEscape = /\\u(?:0000|d[89a-f])/i;
/** An exponent, or more digits than a double can represent. A match inside a string does no harm. */
const inexactNumber = /[:,[\s]-?(?:[\d.]{16,}|[\d.]+e)/i;

const maxLevels = 1_000;
const tooDeep = refuseInvalid([
  { path: '', rule: 'depth', message: `The body must not be nested deeper than ${maxLevels} levels` },
]);

export function readJson(app: FastifyInstance, contentType: string): void {
  const parseSafely = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser(contentType, (request, payload, done) => {
    receiveBody(request, payload, (failure, received) => {
      if (!received) return done(failure);
      const text = received.toString();
      parseSafely(request, text, (error, body) => {
        if (error) return done(error);
        const checked = checkJson(request, text, body);
        if (isRefusal(checked)) done(asError(checked));
        else done(null, checked);
      });
    });
  });
}

function checkJson({ routeOptions: { config } }: FastifyRequest, text: string, body: unknown): unknown {
  if (isTooDeep(text, body)) return tooDeep;
  if (suspiciousEscape.test(text) && !config.refusesItems) {
    const issues = unstorableText(body);
    if (issues.length > 0) return refuseInvalid(issues);
  }
  if (!config.exactNumbers || !inexactNumber.test(text)) return body;
  return parseLosslessly(text, undefined, {
    parseNumber: (number) => (isSafeNumber(number) ? Number(number) : new WrittenNumber(number)),
    onDuplicateKey: ({ newValue }) => newValue,
  });
}

/** Most bodies have fewer brackets than the limit, so that their depth need not be computed. */
function isTooDeep(text: string, body: unknown): boolean {
  let opened = 0;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0 && opened <= maxLevels; at = text.indexOf(bracket, at + 1)) {
      opened += 1;
    }
  }
  return opened > maxLevels && levelsOf(body) > maxLevels;
}

function levelsOf(body: unknown): number {
  let levels = 0;
  let level = [body];
  while (level.length > 0 && levels <= maxLevels) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
    levels += 1;
  }
  return levels;
}
