import { StatusBadge } from './status-badge.tsx';

/** Enabled or disabled. */
export function EnabledBadge({ enabled }: { readonly enabled: boolean }) {
  return <StatusBadge tone={enabled ? 'good' : 'over'}>{enabled ? 'Enabled' : 'Disabled'}</StatusBadge>;
}
