import { _, Ajv, type ValidateFunction } from 'ajv';
import type { FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { isUuid } from '../../core/identifiers.ts';
import { maxIssues, refuseInvalid, type ValidationIssue } from '../../core/refusal.ts';
import { readDay } from '../../core/values/day.ts';
import { type BrokenRule, ruleMessage } from '../../core/values/rule-message.ts';
import { hasAtLeast, hasAtMost, unstorableText } from '../../core/values/text.ts';
import { readTimestamp } from '../../core/values/timestamp.ts';
import { asError } from './problem.ts';

const options = {
  allErrors: true,
  useDefaults: false,
  removeAdditional: false,
  strict: false,
  // Checking a schema compiles the meta-schema, which would hold the event loop during the first request.
  validateSchema: false,
  // The core's own formats, which match those of the database.
  formats: {
    uuid: isUuid,
    'date-time': (text: string) => readTimestamp(text) !== undefined,
    date: (text: string) => readDay(text) !== undefined,
  },
} as const;

// Bodies are JSON and typed; parameters are text and must be coerced.
const bodyValidator = withFastLengths(new Ajv(options));
const textValidator = withFastLengths(new Ajv({ ...options, coerceTypes: true }));

/** The validator's own keywords count the characters of every text, which takes milliseconds for a megabyte. */
function withFastLengths(validator: Ajv): Ajv {
  const lengthKeyword = (keyword: string, isWithin: (text: string, limit: number) => boolean) =>
    validator.removeKeyword(keyword).addKeyword({
      keyword,
      type: 'string',
      schemaType: 'number',
      compile: (limit: number) => (text: string) => isWithin(text, limit),
      error: { message: keyword, params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    });
  lengthKeyword('minLength', hasAtLeast);
  return lengthKeyword('maxLength', hasAtMost);
}

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

interface ReportedRule extends BrokenRule {
  readonly instancePath: string;
}

/** The validator's own messages are for programmers, so they are not shown. */
export function issuesFrom(broken: readonly ReportedRule[]): ValidationIssue[] {
  return broken.slice(0, maxIssues).map(({ keyword, instancePath, params }) => {
    const segments = instancePath.split('/').slice(1);
    if (typeof params.missingProperty === 'string') segments.push(params.missingProperty);
    const message = ruleMessage({ keyword, params }) ?? 'is not valid';
    return { path: segments.join('.'), rule: keyword, message };
  });
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

type Remover = (value: unknown) => void;

/**
 * Removes null members that are optional: null means absent, unless the schema allows null. Undefined for a schema
 * without such members.
 */
export function nullRemover(schema: object): Remover | undefined {
  const { properties = {}, patternProperties = {}, required = [], items } = schema as Schema;
  const optional = Object.entries(properties)
    .filter(([name, member]) => !required.includes(name) && !acceptsNull(member))
    .map(([name]) => name);
  const within = Object.entries(properties).flatMap(([name, member]) => {
    const remove = nullRemover(member);
    return remove ? [{ name, remove }] : [];
  });
  const ofEntries = Object.values(patternProperties).flatMap((entry) => nullRemover(entry) ?? []);
  const ofItems = items && nullRemover(items);
  if (optional.length === 0 && within.length === 0 && ofEntries.length === 0 && !ofItems) return undefined;

  return (value) => {
    if (Array.isArray(value)) {
      if (ofItems) value.forEach(ofItems);
    } else if (typeof value === 'object' && value !== null) {
      const members = value as Record<string, unknown>;
      for (const name of optional) if (members[name] === null) delete members[name];
      for (const { name, remove } of within) remove(members[name]);
      for (const remove of ofEntries) Object.values(members).forEach(remove);
    }
  };
}

function acceptsNull({ type, enum: values, anyOf }: Schema): boolean {
  if (anyOf) return anyOf.some(acceptsNull);
  if (values) return values.includes(null);
  return type === undefined || type === 'null' || (Array.isArray(type) && type.includes('null'));
}
