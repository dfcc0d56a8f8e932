interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

type Remover = (value: unknown) => void;

/**
 * Removes null members that are optional: null means absent, unless the schema allows null. Undefined for a schema
 * without such members.
 */
export function nullRemover(schema: object): Remover | undefined {
  const { properties = {}, patternProperties = {}, required = [], items } = schema as Schema;
  const optional = Object.entries(properties)
    .filter(([name, member]) => !required.includes(name) && !acceptsNull(member))
    .map(([name]) => name);
  const within = Object.entries(properties).flatMap(([name, member]) => {
    const remove = nullRemover(member);
    return remove ? [{ name, remove }] : [];
  });
  const ofEntries = Object.values(patternProperties).flatMap((entry) => nullRemover(entry) ?? []);
  const ofItems = items && nullRemover(items);
  if (optional.length === 0 && within.length === 0 && ofEntries.length === 0 && !ofItems) return undefined;

  return (value) => {
    if (Array.isArray(value)) {
      if (ofItems) value.forEach(ofItems);
    } else if (typeof value === 'object' && value !== null) {
      const members = value as Record<string, unknown>;
      for (const name of optional) if (members[name] === null) delete members[name];
      for (const { name, remove } of within) remove(members[name]);
      for (const remove of ofEntries) Object.values(members).forEach(remove);
    }
  };
}

function acceptsNull({ type, enum: values, anyOf }: Schema): boolean {
  if (anyOf) return anyOf.some(acceptsNull);
  if (values) return values.includes(null);
  return type === undefined || type === 'null' || (Array.isArray(type) && type.includes('null'));
}
