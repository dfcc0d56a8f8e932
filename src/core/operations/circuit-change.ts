/** A marketplace connection or a webhook endpoint begins to fail, or responds again. */
export interface CircuitChange {
  readonly workspaceId: string;
  readonly target: { readonly connection: string } | { readonly endpointId: string };
  /** Why the circuit has opened; null: it has closed. */
  readonly reason: string | null;
}
