import { Document } from 'yaml';

/**
 * Writes YAML. Plain JavaScript, because it runs in the worker thread.
 *
 * @param {unknown} value
 */
export function writeYaml(value) {
  const document = new Document(value, { aliasDuplicateObjects: false });
  document.commentBefore =
    ' The whole catalogue of a Tessera workspace. docs/reference/catalogue.md explains it.';
  return document.toString({ lineWidth: 0 });
}
