import { TextInput } from '@mantine/core';
import { slugFrom } from './slug-from.ts';

interface NameAndSlugProps {
  readonly values: { readonly name: string; readonly slug: string };
  readonly errors: Readonly<Record<string, unknown>>;
  readonly onChange: (values: { name: string; slug: string }) => void;
  /** Who sees the slug: `Applications ask for it by this`. */
  readonly description: string;
}

/** What something is called, and its slug for good; the name suggests it until somebody writes another. */
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
        description={`${description}. It stays for good.`}
        autoComplete="off"
        spellCheck={false}
        value={slug}
        error={errorOf('slug')}
        onChange={({ currentTarget: { value } }) => onChange({ name, slug: value })}
      />
    </>
  );
}
