import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSafeNumber, parse as parseLosslessly } from 'lossless-json';
import { jsonExcess } from '../core/json-scan.ts';
import { WrittenNumber } from '../core/quantity.ts';
import { isRefusal, refuseInvalid } from '../core/refusal.ts';
import { unstorableText } from '../core/text.ts';
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

/** A body of 100 usage records has about a thousand values. More would block the event loop while they are parsed. */
const bounds = { maxValues: 20_000, maxLevels: 1_000 };
const refusals = {
  values: refuseInvalid([
    { path: '', rule: 'values', message: `The body must not have more than ${bounds.maxValues} values` },
  ]),
  levels: refuseInvalid([
    {
      path: '',
      rule: 'depth',
      message: `The body must not be nested deeper than ${bounds.maxLevels} levels`,
    },
  ]),
};

export function readJson(app: FastifyInstance, contentType: string): void {
  const parseSafely = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser(contentType, (request, payload, done) => {
    receiveBody(request, payload, (failure, received) => {
      if (!received) return done(failure);
      const text = received.toString();
      const excess = jsonExcess(text, bounds);
      if (excess) return done(asError(refusals[excess]));
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
