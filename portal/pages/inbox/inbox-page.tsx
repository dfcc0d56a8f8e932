import { NotBuiltYet } from '../not-built-yet.tsx';

export function InboxPage() {
  return <NotBuiltYet title="Inbox" icon="inbox" />;
}
