import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Snippet } from '../../../parts/snippet.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { FileEditor } from './file-editor.tsx';
import { FromCommandLine } from './from-command-line.tsx';
import styles from './page.module.css';
import { catalogueFileQuery, fileAddress } from './queries.ts';

/** Catalogue as code: export, edit, plan, apply. */
export function CatalogueFilePage() {
  const { workspaceId, slug } = useWorkspace();
  const mayChange = usePermission('change:catalogue');
  const current = useQuery(catalogueFileQuery(workspaceId));
  return (
    <>
      <PageHeader
        title="Catalogue as code"
        docs="catalogueFile"
        lead="All products, editions, plans, capabilities, limits and marketplace mappings as one YAML file. Download it, change it, see a plan of the changes, then apply them all at once."
        actions={
          <Button
            component="a"
            href={fileAddress(workspaceId)}
            download={`${slug}-catalogue.yaml`}
            variant="default"
            leftSection={<Icon name="download" size={16} />}
          >
            Download
          </Button>
        }
      />
      <div className={styles.columns}>
        <div>
          {current.isPending && <Skeleton height={320} role="status" aria-label="Loading catalogue" />}
          {current.isError && <ErrorNotice error={current.error} onRetry={() => current.refetch()} />}
          {current.isSuccess &&
            (mayChange ? (
              <FileEditor current={current.data} />
            ) : (
              <Snippet text={current.data} of="catalogue" />
            ))}
        </div>
        <aside className={styles.aside} aria-label="Other ways">
          <FromCommandLine />
        </aside>
      </div>
    </>
  );
}
