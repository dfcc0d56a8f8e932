import { TextInput } from '@mantine/core';
import { slugFrom } from './slug-from.ts';

interface NameAndSlugProps {
  readonly values: { readonly name: string; readonly slug: string };
  readonly errors: Readonly<Record<string, unknown>>;
  readonly onChange: (values: { name: string; slug: string }) => void;
  /** The purpose of the slug. */
  readonly description: string;
}

/** The name and its permanent slug; the name suggests the slug until somebody edits it. */
export function NameAndSlug({ values: { name, slug }, errors, onChange, description }: NameAndSlugProps) {
  const errorOf = (field: string) => errors[field] as string | undefined;
  return (
    <>
      <TextInput
        label="Name"
        autoComplete="off"
        data-autofocus
        value={name}
        error={errorOf('name')}
        onChange={({ currentTarget: { value } }) =>
          onChange({ name: value, slug: slug === slugFrom(name) ? slugFrom(value) : slug })
        }
      />
      <TextInput
        label="Slug"
        description={`${description}. It cannot change later.`}
        autoComplete="off"
        spellCheck={false}
        value={slug}
        error={errorOf('slug')}
        onChange={({ currentTarget: { value } }) => onChange({ name, slug: value })}
      />
    </>
  );
}
