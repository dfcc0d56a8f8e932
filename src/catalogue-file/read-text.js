import { Errors } from 'typebox/value';
import { isScalar, LineCounter, parseDocument, visit } from 'yaml';

/** @typedef {import('../core/refusal.ts').ValidationIssue} Issue */
/** @typedef {import('yaml').Document.Parsed} Parsed */

/** A file that is wrong throughout is shown by its first errors. */
const mostErrors = 10;
/** Aliases multiply what a short file says; the largest file without them has fewer values. */
const mostYamlValues = 50_000;
/** JSON has no aliases: its size bounds its values. */
const mostJsonValues = 1_000_000;
const deepest = 20;

/** A file that begins with a brace is JSON: it is read a hundred times faster than as YAML, which it also is.
 *
 * @param {string} text
 */
export const isJson = (text) => /^\s*\{/.test(text);

/**
 * A JSON text as a value of the schema, or what is wrong with it.
 *
 * @param {string} text
 * @param {import('typebox').TSchema} schema
 * @returns {{ readonly value: unknown } | { readonly issues: readonly Issue[] }}
 */
export function readJson(text, schema) {
  try {
    const value = JSON.parse(text);
    if (keysIn(value) !== keysWritten(text)) throw new Error('Names must be unique within an object');
    return checked(value, schema, mostJsonValues);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { issues: [{ path: 'file', rule: 'json', message: `is no JSON: ${problem}` }] };
  }
}

/**
 * The parser keeps the last of two equal names and tells nobody, so the names are counted.
 *
 * @param {string} text
 */
function keysWritten(text) {
  let count = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*:?/g)) if (token.endsWith(':')) count += 1;
  return count;
}

/**
 * @param {unknown} value
 * @returns {number}
 */
function keysIn(value) {
  if (typeof value !== 'object' || value === null) return 0;
  let count = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const inner of Object.values(value)) count += keysIn(inner);
  return count;
}

/**
 * A YAML text as a value of the schema, or what is wrong with it. Plain JavaScript, because it runs in a thread, and
 * threads load their files without a build step when tests run from the sources.
 *
 * @param {string} text
 * @param {import('typebox').TSchema} schema
 * @returns {{ readonly value: unknown } | { readonly issues: readonly Issue[] }}
 */
export function readYaml(text, schema) {
  try {
    const lines = new LineCounter();
    // With the library's defaults each key is compared with every other one, and each error quotes the whole line.
    const options = { uniqueKeys: false, prettyErrors: false, lineCounter: lines };
    const document = parseDocument(text, options);
    const errors = document.errors
      .slice(0, mostErrors)
      .map(({ message, pos }) => `${message} ${placeOf(pos[0], lines)}`);
    const problems = errors.length > 0 ? errors : badKeys(document, lines);
    if (problems.length > 0) return { issues: problems.map(notYaml) };
    return checked(document.toJS(), schema, mostYamlValues);
  } catch (error) {
    return { issues: [notYaml(error instanceof Error ? error.message : String(error))] };
  }
}

/**
 * @param {unknown} value
 * @param {import('typebox').TSchema} schema
 * @param {number} mostValues
 */
function checked(value, schema, mostValues) {
  if (hasMoreValues(value, mostValues)) {
    const message = `must have no more than ${mostValues} values, nested no deeper than ${deepest} levels`;
    return { issues: [{ path: 'file', rule: 'size', message }] };
  }
  removeNulls(value, schema);
  const issues = issuesOf(value, schema);
  return issues.length > 0 ? { issues } : { value };
}

/**
 * @param {string} problem
 * @returns {Issue}
 */
function notYaml(problem) {
  return { path: 'file', rule: 'yaml', message: `is no YAML: ${problem}` };
}

/**
 * @param {number} offset
 * @param {LineCounter} lines
 */
function placeOf(offset, lines) {
  const { line, col } = lines.linePos(offset);
  return `at line ${line}, column ${col}`;
}

/**
 * Keys that an earlier key of the same map repeats, and keys that are lists or maps.
 *
 * @param {Parsed} document
 * @param {LineCounter} lines
 */
function badKeys(document, lines) {
  /** @type {string[]} */
  const problems = [];
  visit(document, {
    Map(_, map) {
      const seen = new Set();
      for (const { key } of map.items) {
        const name = isScalar(key) ? String(key.value) : undefined;
        if (name !== undefined && !seen.has(name)) {
          seen.add(name);
          continue;
        }
        const offset = /** @type {{ range?: readonly number[] }} */ (key)?.range?.[0] ?? 0;
        const rule = name === undefined ? 'Map keys must be text' : 'Map keys must be unique';
        problems.push(`${rule} ${placeOf(offset, lines)}`);
        if (problems.length === mostErrors) return visit.BREAK;
      }
      return undefined;
    },
  });
  return problems;
}

/**
 * @param {unknown} value
 * @param {number} mostValues
 */
function hasMoreValues(value, mostValues) {
  let count = 0;
  /**
   * @param {unknown} part
   * @param {number} depth
   * @returns {boolean}
   */
  const exceeds = (part, depth) => {
    count += 1;
    if (count > mostValues || depth > deepest) return true;
    if (typeof part !== 'object' || part === null) return false;
    return Object.values(part).some((inner) => exceeds(inner, depth + 1));
  };
  return exceeds(value, 0);
}

/**
 * Null means absent, and no member of the file has another meaning for it. Entries of maps are no members: they stay.
 *
 * @param {any} value
 * @param {any} schema
 */
function removeNulls(value, schema) {
  if (Array.isArray(value)) {
    for (const item of value) removeNulls(item, schema.items ?? {});
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      if (value[name] === null) delete value[name];
      else removeNulls(value[name], member);
    }
  }
}

/**
 * @param {unknown} value
 * @param {import('typebox').TSchema} schema
 * @returns {Issue[]}
 */
function issuesOf(value, schema) {
  return Errors(schema, value)
    .filter(({ keyword }) => keyword !== 'additionalProperties')
    .slice(0, mostErrors)
    .flatMap(({ keyword, instancePath, params, message }) => {
      const path = instancePath.split('/').slice(1);
      if ('requiredProperties' in params) {
        return params.requiredProperties.map((member) => ({
          path: [...path, member].join('.'),
          rule: keyword,
          message: 'is required',
        }));
      }
      const allowed = 'allowedValues' in params ? `: ${params.allowedValues.join(', ')}` : '';
      const words = keyword === 'boolean' ? 'is not known' : `${message}${allowed}`;
      return [{ path: path.join('.') || 'file', rule: keyword, message: words }];
    });
}
