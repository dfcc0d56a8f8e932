// `typebox/value` has the same function and takes four times as long to load, which every thread does.
import { Errors } from 'typebox/schema';
import { isScalar, LineCounter, parseDocument, visit } from 'yaml';

/**
 * With the parameters of a broken rule of the schema: the caller of the thread has the words for it.
 *
 * @typedef {import('../core/refusal.ts').ValidationIssue & { readonly params?: Readonly<Record<string, unknown>> }} Issue
 */
/** @typedef {import('yaml').Document.Parsed} Parsed */

/** Only the first errors are reported. */
const maxErrors = 10;
/** Bounds alias expansion; the largest file without aliases has fewer values. */
const maxYamlValues = 50_000;
/** JSON has no aliases, so its size bounds its values. */
const maxJsonValues = 1_000_000;
const maxDepth = 20;
/** Of one list or map. The catalogue's own limits are lower. */
const maxEntries = 2_000;
const maxBodyValues = 1_000;

/** A file that begins with a brace is JSON, which is parsed a hundred times faster than as YAML.
 *
 * @param {string} text
 */
export const isJson = (text) => /^\s*\{/.test(text);

/**
 * Parses the body of a request. Its file is a text, so it has few values, and the caller gets them quickly.
 *
 * @param {Uint8Array} bytes
 * @returns {{ readonly value: unknown } | { readonly issues: readonly Issue[] }}
 */
export function parseBody(bytes) {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes));
    if (!hasMoreValues(value, maxBodyValues)) return { value };
    const message = `The body must not have more than ${maxBodyValues} values or ${maxDepth} levels`;
    return { issues: [{ path: '', rule: 'values', message }] };
  } catch {
    return { issues: [{ path: '', rule: 'json', message: 'The body is not valid JSON' }] };
  }
}

/**
 * Parses JSON and checks it against the schema.
 *
 * @param {string} text
 * @param {import('typebox').TSchema} schema
 * @returns {{ readonly value: unknown } | { readonly issues: readonly Issue[] }}
 */
export function readJson(text, schema) {
  try {
    const value = JSON.parse(text);
    if (keysIn(value) !== keysWritten(text)) throw new Error('Names must be unique within an object');
    return checked(value, schema, maxJsonValues);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { issues: [{ path: 'file', rule: 'json', message: `is not valid JSON: ${problem}` }] };
  }
}

/**
 * The parser silently keeps the last of two equal names, so the names are counted.
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
 * Parses YAML and checks it against the schema. Plain JavaScript, because it runs in a worker thread, which loads its
 * files without a build step when tests run from the sources.
 *
 * @param {string} text
 * @param {import('typebox').TSchema} schema
 * @returns {{ readonly value: unknown } | { readonly issues: readonly Issue[] }}
 */
export function readYaml(text, schema) {
  try {
    const lines = new LineCounter();
    // The library's defaults compare each key with every other key and quote whole lines in errors.
    const options = { uniqueKeys: false, prettyErrors: false, lineCounter: lines };
    const document = parseDocument(text, options);
    const errors = document.errors
      .slice(0, maxErrors)
      .map(({ message, pos }) => `${message} ${placeOf(pos[0], lines)}`);
    const problems = errors.length > 0 ? errors : badKeys(document, lines);
    if (problems.length > 0) return { issues: problems.map(notYaml) };
    return checked(document.toJS(), schema, maxYamlValues);
  } catch (error) {
    return { issues: [notYaml(error instanceof Error ? error.message : String(error))] };
  }
}

/**
 * @param {unknown} value
 * @param {import('typebox').TSchema} schema
 * @param {number} maxValues
 */
function checked(value, schema, maxValues) {
  if (hasMoreValues(value, maxValues)) {
    const message =
      `must have at most ${maxValues} values, ${maxEntries} of them in one list or map, ` +
      `and ${maxDepth} levels of nesting`;
    return { issues: [{ path: 'file', rule: 'size', message }] };
  }
  removeNulls(value, schema);
  const issues = issuesOf(value, schema);
  return issues.length > 0 ? { issues } : { value };
}

/**
 * A checked file as texts of one product or plan each: the caller of the thread parses them one by one, so that a large
 * catalogue does not block its event loop.
 *
 * @param {import('./read-catalogue-file.ts').WrittenFile} file
 * @returns {import('./read-catalogue-file.ts').FileParts}
 */
export function inParts({ categories = [], products = [] }) {
  return {
    categories,
    products: products.map(({ plans = [], ...product }) => ({
      product: JSON.stringify(product),
      plans: plans.map((plan) => JSON.stringify(plan)),
    })),
  };
}

/**
 * @param {string} problem
 * @returns {Issue}
 */
function notYaml(problem) {
  return { path: 'file', rule: 'yaml', message: `is not valid YAML: ${problem}` };
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
 * Duplicate keys, and keys that are lists or maps.
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
        if (problems.length === maxErrors) return visit.BREAK;
      }
      return undefined;
    },
  });
  return problems;
}

/**
 * @param {unknown} value
 * @param {number} maxValues
 */
function hasMoreValues(value, maxValues) {
  let count = 0;
  /**
   * @param {unknown} part
   * @param {number} depth
   * @returns {boolean}
   */
  const exceeds = (part, depth) => {
    count += 1;
    if (count > maxValues || depth > maxDepth) return true;
    if (typeof part !== 'object' || part === null) return false;
    const inside = Object.values(part);
    return inside.length > maxEntries || inside.some((inner) => exceeds(inner, depth + 1));
  };
  return exceeds(value, 0);
}

/**
 * Removes null members, which count as absent. Entries of maps stay; their members are removed.
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
    for (const entry of Object.values(schema.patternProperties ?? {})) {
      for (const inner of Object.values(value)) removeNulls(inner, entry);
    }
  }
}

/**
 * @param {unknown} value
 * @param {import('typebox').TSchema} schema
 * @returns {Issue[]}
 */
function issuesOf(value, schema) {
  const [, errors] = Errors(schema, value);
  return errors
    .filter(({ keyword }) => keyword !== 'additionalProperties')
    .slice(0, maxErrors)
    .flatMap(({ keyword, instancePath, params }) => {
      const path = instancePath.split('/').slice(1);
      if ('requiredProperties' in params) {
        return params.requiredProperties.map((member) => ({
          path: [...path, member].join('.'),
          rule: keyword,
          message: 'is required',
        }));
      }
      const text = keyword === 'boolean' ? 'is not a member of the file' : 'is not valid';
      return [{ path: path.join('.') || 'file', rule: keyword, message: text, params: { ...params } }];
    });
}
