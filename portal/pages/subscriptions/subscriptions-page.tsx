import { NotBuiltYet } from '../not-built-yet.tsx';

export function SubscriptionsPage() {
  return <NotBuiltYet title="Subscriptions" icon="subscriptions" />;
}
