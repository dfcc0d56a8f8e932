import { Alert, List, Text } from '@mantine/core';
import { Icon } from '../../../parts/icon.tsx';
import { type lossesIn, lossText } from './losses.ts';

/** Lists the archivings and removals of a plan. */
export function LossesNotice({ losses }: { readonly losses: ReturnType<typeof lossesIn> }) {
  const text = lossText(losses);
  const { products, plans, drafts } = losses;
  return (
    <Alert
      color="red"
      variant="outline"
      role="alert"
      c="inherit"
      icon={<Icon name="warning" />}
      title={`This file would ${text}`}
    >
      <List size="sm" spacing={2}>
        {products.length > 0 && <Names of="Products archived" names={products} />}
        {plans.length > 0 && <Names of="Plans archived" names={plans} />}
        {drafts.length > 0 && <Names of="Drafts removed" names={drafts} />}
      </List>
      <Text size="sm" mt="xs">
        {products.length + plans.length > 0 &&
          'Archived products and plans cannot be bought until they are published again. Customers keep what they have. '}
        {drafts.length > 0 && 'Removed drafts cannot be restored.'}
      </Text>
    </Alert>
  );
}

function Names({ of, names }: { readonly of: string; readonly names: readonly string[] }) {
  return (
    <List.Item>
      {of}: <b>{names.join(', ')}</b>
    </List.Item>
  );
}
