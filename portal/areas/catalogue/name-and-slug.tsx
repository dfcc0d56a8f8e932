import { NameAndId } from './name-and-id.tsx';

interface NameAndSlugProps {
  readonly values: { readonly name: string; readonly slug: string };
  readonly errors: Readonly<Record<string, unknown>>;
  readonly onChange: (values: { name: string; slug: string }) => void;
  /** The purpose of the slug. */
  readonly description: string;
}

/** The name and the slug of a product, an edition or a plan, at the beginning of a dialog. */
export function NameAndSlug({ values: { name, slug }, errors, onChange, description }: NameAndSlugProps) {
  const errorOf = (field: string) => errors[field] as string | undefined;
  return (
    <NameAndId
      name={name}
      id={slug}
      onChange={(named, id) => onChange({ name: named, slug: id })}
      nameField={{ 'data-autofocus': true, error: errorOf('name') }}
      idField={{
        label: 'Slug',
        description: `${description}. It cannot change later.`,
        error: errorOf('slug'),
      }}
    />
  );
}
