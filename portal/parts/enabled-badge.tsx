import { StatusBadge } from './status-badge.tsx';

/** Whether something works, or somebody has switched it off. */
export function EnabledBadge({ enabled }: { readonly enabled: boolean }) {
  return <StatusBadge tone={enabled ? 'good' : 'over'}>{enabled ? 'Enabled' : 'Disabled'}</StatusBadge>;
}
