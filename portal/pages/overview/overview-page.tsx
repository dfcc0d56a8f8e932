import { NotBuiltYet } from '../not-built-yet.tsx';

export function OverviewPage() {
  return <NotBuiltYet title="Overview" icon="overview" />;
}
