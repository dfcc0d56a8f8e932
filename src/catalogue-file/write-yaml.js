import { Document } from 'yaml';

/**
 * A value as YAML. Plain JavaScript for the same reason as the reader: it runs in the thread.
 *
 * @param {unknown} value
 */
export function writeYaml(value) {
  const document = new Document(value, { aliasDuplicateObjects: false });
  document.commentBefore =
    ' The whole catalogue of a Tessera workspace. docs/reference/catalogue.md explains it.';
  return document.toString({ lineWidth: 0 });
}
