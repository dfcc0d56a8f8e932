interface Described {
  readonly info?: { readonly description?: string };
}

/** The OpenAPI document with the address of this service: its server, and the links of its description. */
export function withAddresses<Document extends object>(document: Document, publicUrl: string) {
  const { info } = document as Described;
  return {
    ...document,
    info: { ...info, description: info?.description?.replaceAll('](/', `](${publicUrl}/`) },
    servers: [{ url: publicUrl }],
  };
}
