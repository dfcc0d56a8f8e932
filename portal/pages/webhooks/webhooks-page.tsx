import { NotBuiltYet } from '../not-built-yet.tsx';

export function WebhooksPage() {
  return <NotBuiltYet title="Webhooks" icon="webhooks" />;
}
