import { Document } from 'yaml';

/**
 * Writes YAML. Plain JavaScript, because it runs in the worker thread.
 *
 * @param {unknown} value
 */
export function writeYaml(value) {
  const document = new Document(value, withoutNegativeZero, { aliasDuplicateObjects: false });
  document.commentBefore =
    ' The whole catalogue of a Tessera workspace. docs/reference/catalogue.md explains it.';
  return document.toString({ lineWidth: 0 });
}

/**
 * JSON, the database and the API write -0 as 0.
 *
 * @param {unknown} _key
 * @param {unknown} value
 */
function withoutNegativeZero(_key, value) {
  return value === 0 ? 0 : value;
}
