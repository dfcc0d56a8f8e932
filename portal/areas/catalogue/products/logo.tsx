import { Button, FileButton, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, dataWithTag } from '../../../api/client.ts';
import { servicePath } from '../../../base-path.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { showDone } from '../../../parts/notify.ts';
import { Section } from '../../../parts/section.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { type Product, useCatalogueChanged } from '../queries.ts';
import styles from './logo.module.css';

const mediaTypes = ['image/png', 'image/jpeg', 'image/svg+xml'] as const;
type MediaType = (typeof mediaTypes)[number];
const path = '/api/admin/v1/workspaces/{workspaceId}/products/{product}/logo';

/** The image that customers see on the landing page and on their own page. */
export function Logo({ product, mayChange }: { readonly product: Product; readonly mayChange: boolean }) {
  const { workspaceId } = useWorkspace();
  const changed = useCatalogueChanged();
  const { slug, name, logo } = product;
  const params = { path: { workspaceId, product: slug } };
  const saving = useMutation({
    mutationFn: async (file: File | null) => {
      if (!file) return dataWithTag(api.DELETE(path, { params }));
      const body = { mediaType: file.type as MediaType, content: await base64Of(file) };
      return dataWithTag(api.PUT(path, { params, body }));
    },
    onSuccess: (saved, file) => {
      void changed(saved);
      showDone(file ? 'Logo saved.' : 'Logo removed.');
    },
  });
  return (
    <Section
      title="Logo"
      lead="Customers see it on the landing page and on their own page: PNG, JPEG or SVG, at most 64 KiB."
      actions={
        mayChange && (
          <Group gap="xs">
            <FileButton accept={mediaTypes.join(',')} onChange={(file) => file && saving.mutate(file)}>
              {(props) => (
                <Button {...props} size="xs" variant="default" loading={saving.isPending}>
                  {logo ? 'Replace logo' : 'Upload logo'}
                </Button>
              )}
            </FileButton>
            {logo && (
              <Button size="xs" variant="default" onClick={() => saving.mutate(null)}>
                Remove logo
              </Button>
            )}
          </Group>
        )
      }
    >
      {logo ? (
        <img className={styles.logo} src={`${servicePath}${logo.url}`} alt={`Logo of ${name}`} />
      ) : (
        <Text size="sm" c="dimmed">
          No logo yet.
        </Text>
      )}
      {saving.isError && <ErrorNotice error={saving.error} />}
    </Section>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
