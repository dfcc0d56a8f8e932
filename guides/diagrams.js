import { escapeHtml } from './escape-html.js';

/**
 * A Mermaid diagram as a list of its steps: drawing it needs a script of 3 MB, or a browser in the build. It understands what
 * the guides use of flowcharts and sequence diagrams, and refuses anything else, so that no part of a diagram gets lost.
 *
 * @param {string} source
 * @returns {string}
 */
export function describeDiagram(source) {
  const [kind = '', ...lines] = source.split('\n').map((line) => line.trim());
  const steps = kind === 'sequenceDiagram' ? sequenceSteps(lines) : flowSteps(lines);
  const list = kind === 'sequenceDiagram' ? 'ol' : 'ul';
  return `<${list} class="diagram">\n${steps.map((step) => `<li>${step}</li>\n`).join('')}</${list}>\n`;
}

/** @param {readonly string[]} lines */
function sequenceSteps(lines) {
  /** @type {Map<string, string>} */
  const names = new Map();
  const nameOf = (/** @type {string} */ id) => `<b>${escapeHtml(names.get(id) ?? id)}</b>`;
  /** @type {string[]} */
  const conditions = [];
  return lines.flatMap((line) => {
    const participant = /^participant (\w+)(?: as (.+))?$/.exec(line);
    if (participant) {
      names.set(participant[1] ?? '', participant[2] ?? participant[1] ?? '');
      return [];
    }
    const condition = /^alt (.+)$/.exec(line)?.[1];
    if (condition) conditions.push(condition);
    if (line === 'end') conditions.pop();
    if (condition || line === 'end') return [];
    const when = conditions.map((each) => `${escapeHtml(each)}: `).join('');
    const message = /^(\w+)--?>>(\w+): (.+)$/.exec(line);
    if (message) {
      const [, from = '', to = '', text = ''] = message;
      return [`${when}${nameOf(from)} to ${nameOf(to)}: ${escapeHtml(text)}`];
    }
    const note = /^Note over ([\w,]+): (.+)$/.exec(line);
    if (note) {
      const [, about = '', text = ''] = note;
      return [`${when}${about.split(',').map(nameOf).join(', ')}: ${escapeHtml(text)}`];
    }
    throw new Error(`A sequence diagram has a line that cannot be described: ${line}`);
  });
}

/** @param {readonly string[]} lines */
function flowSteps(lines) {
  /** @type {Map<string, string>} */
  const labels = new Map();
  const node = String.raw`(\w+)(?:[[(]+"([^"]+)"[\])]+)?`;
  const arrow = new RegExp(`^${node} (?:-- "([^"]+)" )?-\\.?-?> ${node}$`);
  const arrows = lines
    .filter((line) => line !== 'end' && !line.startsWith('subgraph '))
    .map((line) => {
      const [, from, fromLabel, text, to, toLabel] = arrow.exec(line) ?? [];
      if (!from || !to) throw new Error(`A flowchart has a line that cannot be described: ${line}`);
      if (fromLabel) labels.set(from, fromLabel);
      if (toLabel) labels.set(to, toLabel);
      return { from, to, text };
    });
  // The lines below a name explain it where it is mentioned first.
  const mention = (/** @type {string} */ id) => {
    const [name = '', ...more] = (labels.get(id) ?? id).split(/:?<br>/);
    labels.set(id, name);
    return `<b>${escapeHtml(name)}</b>${more.length > 0 ? ` (${escapeHtml(more.join(' '))})` : ''}`;
  };
  return arrows.map(
    ({ from, to, text }) => `${mention(from)} to ${mention(to)}${text ? `: ${escapeHtml(text)}` : ''}`,
  );
}
