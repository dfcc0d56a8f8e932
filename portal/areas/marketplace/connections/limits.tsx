import { List, Text } from '@mantine/core';
import { Section } from '../../../parts/section.tsx';
import type { Connection } from './queries.ts';

const sentences: readonly [keyof Connection['traits'], string][] = [
  [
    'namesCustomer',
    'A purchase names an account, not a customer. The organisation that confirms it on the landing page is the customer, or you assign it in Purchases.',
  ],
  [
    'canActivate',
    'There is nothing to activate. The marketplace bills from the purchase on, and its event begins the subscription here.',
  ],
  [
    'canChange',
    'Changes of plan or quantity and cancellations cannot be requested from here. The buyer makes them at the marketplace.',
  ],
  ['suspends', 'Subscriptions are never suspended: they are active until they end.'],
  ['canReadUsage', 'Usage is not compared, because the marketplace cannot be asked what it has accepted.'],
  [
    'listsPlans',
    'Mappings are not compared, because the marketplace does not list its plans. A test purchase shows whether the ids are right.',
  ],
];

/** What the marketplace of a connection does not offer, in plain sentences; nothing if it offers everything. */
export function Limits({ connection: { traits, sourceName } }: { readonly connection: Connection }) {
  const missing = sentences.filter(([trait]) => !traits[trait]);
  if (missing.length === 0) return null;
  return (
    <Section title="What differs here" lead={`What ${sourceName} does not offer to publishers.`}>
      <List size="sm" spacing={4}>
        {missing.map(([trait, sentence]) => (
          <List.Item key={trait}>
            <Text size="sm">{sentence}</Text>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
