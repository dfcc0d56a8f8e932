import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { ValidationIssue } from '../core/refusal.ts';

const options = { allErrors: true, useDefaults: false, removeAdditional: false, strict: false } as const;

// Bodies are JSON and have types of their own; what stands in an address is text, and is read as what it should be.
const bodyValidator = addFormats.default(new Ajv(options));
const textValidator = addFormats.default(new Ajv({ ...options, coerceTypes: true }));

/** Compiles a schema when it is first asked: there are hundreds, and the start would wait for all of them. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const validator = httpPart === 'body' ? bodyValidator : textValidator;
  let compiled: ValidateFunction | undefined;
  const validate = (data: unknown): boolean => {
    compiled ??= validator.compile(schema);
    const isValid = compiled(data);
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  validate.errors = null as ValidateFunction['errors'];
  return validate as ReturnType<FastifySchemaCompiler<object>>;
};

interface BrokenRule {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Record<string, unknown>;
  readonly message?: string;
}

export function issuesFrom(broken: readonly BrokenRule[]): ValidationIssue[] {
  return broken.map(({ keyword, instancePath, params, message }) => {
    const segments = instancePath.split('/').slice(1);
    if (typeof params.missingProperty === 'string') segments.push(params.missingProperty);
    const allowed = Array.isArray(params.allowedValues) ? `: ${params.allowedValues.join(', ')}` : '';
    const words = keyword === 'required' ? 'is required' : `${message ?? 'is not valid'}${allowed}`;
    return { path: segments.join('.'), rule: keyword, message: words };
  });
}
