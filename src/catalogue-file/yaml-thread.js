import { parentPort, workerData } from 'node:worker_threads';
import { inParts, isJson, parseBody, readJson, readYaml } from './read-text.js';
import { writeYaml } from './write-yaml.js';

/** @param {{ readonly parse: Uint8Array } | { readonly read: string } | { readonly write: unknown }} task */
function perform(task) {
  if ('parse' in task) return parseBody(task.parse);
  if ('write' in task) return { value: writeYaml(task.write) };
  const result = (isJson(task.read) ? readJson : readYaml)(task.read, workerData.schema);
  return 'value' in result
    ? { value: inParts(/** @type {import('./read-catalogue-file.ts').WrittenFile} */ (result.value)) }
    : result;
}

parentPort?.once('message', (task) => parentPort?.postMessage(perform(task)));
parentPort?.postMessage('ready');
