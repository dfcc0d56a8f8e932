import type { RandomFault } from '../random-faults.ts';
import type { Choices } from '../switches.ts';
import { fold, form, input, select, table } from './elements.ts';

export interface Behaviour {
  readonly kinds: readonly string[];
  /** The faults that are set, each with the name of whose requests meet it. */
  readonly faults: readonly { readonly fault: RandomFault; readonly of: string }[];
  /** The heading of that name. */
  readonly ofWhom: string;
  /** More fields that narrow a fault, as HTML. */
  readonly scope?: string;
  readonly settings: Readonly<Record<string, number>>;
  readonly choices: Choices;
  readonly dialect: Readonly<Record<string, string>>;
}

/** Faults, settings and dialect. */
export function behaviourSection(behaviour: Behaviour): string {
  const back = 'behaviour';
  const kinds = behaviour.kinds.map((kind) => ({ value: kind, text: kind }));
  const fault = `<div class="fields">${select('kind', 'Fault', kinds)}
${input('times', 'Times; empty for all', 'type="number" min="1"')}
${input('share', 'Share of calls, 0 to 1', 'type="number" min="0" max="1" step="0.01"')}
${input('delayMilliseconds', 'Delay in milliseconds', 'type="number" min="0"')}
${behaviour.scope ?? ''}</div>`;
  const settings = Object.entries(behaviour.settings).map(([name, value]) =>
    input(name, spaced(name), `type="number" min="0" required value="${value}"`),
  );
  const dialect = Object.entries(behaviour.dialect).map(([name, chosen]) => {
    const choices = (behaviour.choices[name] ?? []).map((value) => ({ value, text: value }));
    return select(name, spaced(name), choices, chosen);
  });
  const set = behaviour.faults.map(({ fault: { kind, times, share }, of }) => [
    kind,
    of,
    String(times ?? 'all'),
    String(share ?? 1),
  ]);
  const fields = (parts: readonly string[]) => `<div class="fields">${parts.join('')}</div>`;
  return `<section id="behaviour" aria-labelledby="behaviour-title"><h2 id="behaviour-title">Behaviour</h2>
${set.length === 0 ? '' : table(['Fault set', behaviour.ofWhom, '#Times left', '#Share'], set)}
<div class="card">
${fold(
  'Faults',
  `${form({ command: 'faults', button: 'Set', fields: fault, back })}
<div class="actions">${form({ command: 'faults', button: 'End all faults', hidden: { kind: 'none' }, back })}</div>`,
)}
${fold('Settings', form({ command: 'settings', button: 'Save', fields: fields(settings), back }))}
${fold(
  'Differences from the documentation',
  `${form({ command: 'dialect', button: 'Save', fields: fields(dialect), back })}
<div class="actions">${form({ command: 'dialect', button: 'As documented', hidden: { reset: 'true' }, back })}</div>`,
)}</div></section>`;
}

function spaced(name: string): string {
  const label = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return label.charAt(0).toUpperCase() + label.slice(1);
}
