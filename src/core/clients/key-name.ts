import { type Refusal, refuseInvalid } from '../refusal.ts';
import { nameIssues } from '../text.ts';

export const maxKeyName = 100;

/** The name that people give a key, on one line. Blank text is no name. */
export function readKeyName(text: string | null): string | null | Refusal {
  const name = text?.trim() ?? '';
  if (name === '') return null;
  const issues = nameIssues('name', name, maxKeyName);
  return issues.length > 0 ? refuseInvalid(issues) : name;
}
