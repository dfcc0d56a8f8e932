export const accountPath = '/account';

/** URL of the customer's page, or of one subscription there. */
export function accountUrl(
  { publicUrl }: { readonly publicUrl: string },
  connectionId: string,
  subscriptionId: string | null = null,
): string {
  const url = `${publicUrl}${accountPath}/${connectionId}`;
  return subscriptionId === null ? url : `${url}/subscriptions/${subscriptionId}`;
}
