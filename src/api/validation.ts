import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { isUuid } from '../core/identifiers.ts';
import { maxIssues, refuseInvalid, type ValidationIssue } from '../core/refusal.ts';
import { unstorableText } from '../core/text.ts';
import { readTimestamp, timestampMessage } from '../core/timestamp.ts';
import { nullRemover } from './absent-members.ts';
import { asError } from './problem.ts';
import { notBlank } from './schemas.ts';

const options = {
  allErrors: true,
  useDefaults: false,
  removeAdditional: false,
  strict: false,
  // Checking a schema compiles the meta-schema, which would hold the event loop during the first request.
  validateSchema: false,
  // The core's own formats, which match those of the database.
  formats: { uuid: isUuid, 'date-time': (text: string) => readTimestamp(text) !== undefined },
} as const;

// Bodies are JSON and typed; parameters are text and must be coerced.
const bodyValidator = new Ajv(options);
const textValidator = new Ajv({ ...options, coerceTypes: true });

const messages: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID, such as 0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  'date-time': timestampMessage,
  [notBlank]: 'must not be blank',
};

/** Compiles a schema on first use: compiling hundreds would delay the start. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const isBody = httpPart === 'body';
  const validator = isBody ? bodyValidator : textValidator;
  const removeNulls = isBody ? nullRemover(schema) : undefined;
  let compiled: ValidateFunction | undefined;
  const validate = (data: unknown): boolean => {
    compiled ??= validator.compile(schema);
    removeNulls?.(data);
    const isValid = compiled(data);
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  validate.errors = null as ValidateFunction['errors'];
  return validate as ReturnType<FastifySchemaCompiler<object>>;
};

/** A URL can contain NUL only as `%00`, and no half of a surrogate pair. */
export function refuseUnstorableAddress(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (failure?: Error) => void,
): void {
  const isSuspicious = request.url.includes('%00');
  const issues = isSuspicious
    ? unstorableText({ ...(request.params as object), ...(request.query as object) })
    : [];
  if (issues.length > 0) done(asError(refuseInvalid(issues)));
  else done();
}

interface BrokenRule {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Record<string, unknown>;
  readonly message?: string;
}

export function issuesFrom(broken: readonly BrokenRule[]): ValidationIssue[] {
  return broken.slice(0, maxIssues).map(({ keyword, instancePath, params, message }) => {
    const segments = instancePath.split('/').slice(1);
    if (typeof params.missingProperty === 'string') segments.push(params.missingProperty);
    const allowed = Array.isArray(params.allowedValues) ? `: ${params.allowedValues.join(', ')}` : '';
    const standard = keyword === 'required' ? 'is required' : `${message ?? 'is not valid'}${allowed}`;
    const own = messages[String(params.format ?? params.pattern)];
    return { path: segments.join('.'), rule: keyword, message: own ?? standard };
  });
}
