import { NotBuiltYet } from '../not-built-yet.tsx';

export function CustomersPage() {
  return <NotBuiltYet title="Customers" icon="customers" />;
}
