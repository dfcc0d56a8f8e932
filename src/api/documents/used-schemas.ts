type Documented = { openapiObject: object } | { swaggerObject: object };

/** Schemas are shared by all documents of the service; each shows those that it leads to. */
export function usedSchemasOnly(documented: Documented): object {
  const document = 'openapiObject' in documented ? documented.openapiObject : documented.swaggerObject;
  const { components, ...rest } = document as { components?: { schemas?: Record<string, unknown> } };
  const schemas = components?.schemas ?? {};
  const used = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name] ?? null);
    }
  };
  follow(rest);
  const shown = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return { ...rest, components: { ...components, schemas: shown } };
}
