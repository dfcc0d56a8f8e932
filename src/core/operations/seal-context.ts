/** The encryption context of each sealed text: a text that is moved to another row or purpose cannot be unsealed. */

export function credentialSealContext(connection: {
  readonly workspaceId: string;
  readonly sourceName: string;
}) {
  const { workspaceId, sourceName } = connection;
  return { purpose: 'marketplace credential', belongsTo: `${workspaceId} ${sourceName}` } as const;
}

export function licenceSealContext(productId: string) {
  return { purpose: 'licence credential', belongsTo: productId } as const;
}

export function endpointSealContext(
  part: 'secret' | 'headers',
  { workspaceId, endpointId }: { readonly workspaceId: string; readonly endpointId: string },
) {
  return { purpose: `webhook ${part}`, belongsTo: `webhook ${part} ${workspaceId} ${endpointId}` } as const;
}

export function signingKeySealContext({
  workspaceId,
  kid,
}: {
  readonly workspaceId: string;
  readonly kid: string;
}) {
  return { purpose: 'signing key', belongsTo: `signing key ${workspaceId} ${kid}` } as const;
}

export const canarySealContext = { purpose: 'canary', belongsTo: 'canary' } as const;
