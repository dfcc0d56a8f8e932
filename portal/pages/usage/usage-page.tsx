import { NotBuiltYet } from '../not-built-yet.tsx';

export function UsagePage() {
  return <NotBuiltYet title="Usage" icon="usage" />;
}
