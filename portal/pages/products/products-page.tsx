import { NotBuiltYet } from '../not-built-yet.tsx';

export function ProductsPage() {
  return <NotBuiltYet title="Products" icon="products" />;
}
