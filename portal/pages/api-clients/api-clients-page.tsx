import { NotBuiltYet } from '../not-built-yet.tsx';

export function ApiClientsPage() {
  return <NotBuiltYet title="API clients" icon="apiClients" />;
}
