import { NotBuiltYet } from '../not-built-yet.tsx';

export function SettingsPage() {
  return <NotBuiltYet title="Settings" icon="settings" />;
}
