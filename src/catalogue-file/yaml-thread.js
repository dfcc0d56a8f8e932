import { parentPort, workerData } from 'node:worker_threads';
import { readYaml } from './read-yaml.js';

parentPort?.once('message', (text) => parentPort?.postMessage(readYaml(text, workerData.schema)));
parentPort?.postMessage('ready');
