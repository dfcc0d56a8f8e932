import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Without this, an old version reports a syntax error of some package.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Node ${process.versions.node} is too old for Tessera: use Node 20.19 or newer.\n`);
  process.exit(1);
}

// On the standard error: the standard output of a command may go into a file.
const [word = '--'] = process.argv.slice(2);
const isServer = word.startsWith('--') && word !== '--help' && word !== '--version';
if (isServer || word === 'serve') process.stderr.write('Starting Tessera …\n');

// `npm start` first builds the parts that have changed: the service takes a second, the portal a few seconds. The build runs
// in its own process, which frees its memory when it ends. An image that is already built runs `node dist/command.js`.
const build = fileURLToPath(new URL('build.js', import.meta.url));
const { status } = spawnSync(process.execPath, [build, '--keep'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

await import(new URL('../dist/command.js', import.meta.url).href);
