import { parentPort, workerData } from 'node:worker_threads';
import { isJson, readJson, readYaml } from './read-text.js';
import { writeYaml } from './write-yaml.js';

/** @param {{ readonly read: string } | { readonly write: unknown }} task */
function perform(task) {
  if ('write' in task) return { value: writeYaml(task.write) };
  return (isJson(task.read) ? readJson : readYaml)(task.read, workerData.schema);
}

parentPort?.once('message', (task) => parentPort?.postMessage(perform(task)));
parentPort?.postMessage('ready');
