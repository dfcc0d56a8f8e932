import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseInThread } from '../catalogue-file/yaml-threads.ts';
import {
  type ExactJson,
  maxLongNumbers,
  putInexactNumbers,
  takeInexactNumbers,
} from '../core/exact-numbers.ts';
import { type JsonBounds, jsonExcess } from '../core/json-scan.ts';
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
    /** The route of a workspace takes a file of megabytes, so a large body is parsed in a thread. */
    readonly takesFile?: boolean;
  }
}

type Parsed = (failure: Error | null, body?: unknown) => void;

/** Only escapes can bring NUL or half of a surrogate pair into JSON. */
const suspiciousEscape = /\\u(?:0000|d[89a-f])/i;

/** A larger body with a file is parsed in a thread: starting one costs more than parsing a smaller body. */
const threadBytes = 256 * 1024;

/** A body of 100 usage records has about a thousand values. More would block the event loop while they are parsed. */
const bounds: JsonBounds = { maxValues: 20_000, maxLevels: 1_000 };
const noNumbers: ExactJson['numbers'] = new Map();
const refusals = {
  numbers: refuseInvalid([
    {
      path: '',
      rule: 'numbers',
      message: `The body must not have more than ${maxLongNumbers} numbers with an exponent or more than 15 digits`,
    },
  ]),
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
  app.addContentTypeParser(contentType, (request, payload, done: Parsed) => {
    const { config } = request.routeOptions;
    receiveBody(request, payload, (failure, received) => {
      if (!received) return done(failure);
      if (config.takesFile && received.length > threadBytes) return parseFile(request, received, done);
      const text = received.toString();
      const excess = jsonExcess(text, bounds);
      if (excess) return done(asError(refusals[excess]));
      const json = config.exactNumbers ? takeInexactNumbers(text) : { text, numbers: noNumbers };
      if (!json) return done(asError(refusals.numbers));
      parseSafely(request, json.text, (error, body) => {
        if (error) return done(error);
        const issues = suspiciousEscape.test(text) && !config.refusesItems ? unstorableText(body) : [];
        if (issues.length > 0) done(asError(refuseInvalid(issues)));
        else done(null, putInexactNumbers(body, json));
      });
    });
  });
}

function parseFile(request: FastifyRequest, received: Buffer, done: Parsed): void {
  const { workspaceId } = request.params as { readonly workspaceId: string };
  parseInThread(received, workspaceId).then((body) => {
    if (isRefusal(body)) return done(asError(body));
    const issues = unstorableText(body);
    if (issues.length > 0) done(asError(refuseInvalid(issues)));
    else done(null, body);
  }, done);
}
