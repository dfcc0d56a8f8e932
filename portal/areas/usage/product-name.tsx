import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { productNamesQuery } from '../../api/product-names.ts';
import { useWorkspace } from '../../session/workspace.ts';

/** The name of a product below its customer; the slug until the names are read. */
export function ProductName({ slug }: { readonly slug: string }) {
  const { workspaceId } = useWorkspace();
  const products = useQuery(productNamesQuery(workspaceId)).data ?? [];
  return (
    <Text size="xs" c="dimmed">
      {products.find((product) => product.slug === slug)?.name ?? slug}
    </Text>
  );
}
