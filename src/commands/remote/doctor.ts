import type { Call } from '../call.ts';
import { counted, paintFor, print, printable, printJson, progress } from '../terminal.ts';
import { Service } from './service.ts';

interface Connection {
  readonly connectionId: string;
  readonly sourceName: string;
}

interface Examination {
  readonly checkedAt: string;
  readonly findings: readonly {
    readonly check: string;
    readonly outcome: 'Fine' | 'Warning' | 'Failing' | 'NotChecked';
    readonly what: string;
    readonly howToMend: string | null;
  }[];
}

const marks = {
  Fine: ['ok  ', 'green'],
  Warning: ['warn', 'yellow'],
  Failing: ['FAIL', 'red'],
  NotChecked: ['skip', 'dim'],
} as const;

/** More connections than a workspace has. */
const maxConnections = 1_000;

/** `doctor`: checks every marketplace connection. Exit code 1 if a check failed. */
export async function doctor(call: Call): Promise<number> {
  const service = await Service.open(call);
  const { items } = await service.list<Connection>('/marketplace-connections', {}, maxConnections);
  const paint = paintFor(call.environment);
  const connections: (Connection & Examination)[] = [];
  for (const { connectionId, sourceName } of items) {
    progress(`Checking ${sourceName} …`);
    const examination = await service.read<Examination>(`/marketplace-connections/${connectionId}/check`, {
      method: 'POST',
    });
    connections.push({ connectionId, sourceName, ...examination });
    if (call.has('json')) continue;
    print(paint(printable(sourceName), 'bold'));
    for (const { check, outcome, what, howToMend } of examination.findings) {
      const [mark, colour] = marks[outcome] ?? marks.NotChecked;
      print(`  ${paint(mark, colour)}  ${check}: ${printable(what)}`);
      if (howToMend !== null) print(`        → ${printable(howToMend)}`);
    }
  }
  const failing = connections
    .flatMap(({ findings }) => findings)
    .filter(({ outcome }) => outcome === 'Failing');
  if (call.has('json'))
    printJson({ workspace: service.caller.workspace, connections, failing: failing.length });
  else if (connections.length === 0) print('There is no marketplace connection; add one in the portal.');
  else print(failing.length === 0 ? 'No check failed.' : `${counted(failing.length, 'check')} failed.`);
  return failing.length === 0 ? 0 : 1;
}
