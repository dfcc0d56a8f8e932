import { basename } from 'node:path';

/** The package has the command `tessera`; a checkout is run by npm. */
const isPackaged = basename(process.argv[1] ?? '', '.js') === 'tessera';

/** How a person types a command of the service, for usage texts and advice. */
export function typedCommand(args = ''): string {
  if (isPackaged) return args ? `tessera ${args}` : 'tessera';
  return args ? `npm start -- ${args}` : 'npm start';
}
