import { Alert, Anchor, Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isApiError } from '../../../api/api-error.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { formatCount, formatNumber } from '../../../parts/format/format-number.ts';
import { Icon } from '../../../parts/icon.tsx';
import { Section } from '../../../parts/section.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { ChangeList } from '../../catalogue/file/change-list.tsx';
import { countOutcomes, type ImportPlan, outcomeTexts } from './queries.ts';
import { ImportRows } from './rows.tsx';
import { type Applied, useApply } from './use-apply.ts';

interface PlannedImportProps {
  readonly plan: ImportPlan;
  readonly onPlanAgain: () => void;
}

/** The plan as a table, the button that applies it, progress and result. */
export function PlannedImport({ plan, onPlanAgain }: PlannedImportProps) {
  const { changes, notes, notExported } = plan;
  const { applying, applied, left, total } = useApply(plan);
  const rows = plan.subscriptions.map((row) => applied.rows.get(row.id) ?? row);
  const done = total - left;
  const isEmpty = changes.length === 0 && total === 0;
  const isOlder = isApiError(applying.error, 'request.precondition_failed');
  const hasStarted = applied.drafts > 0 || done > 0;
  const again = (
    <Button variant="default" onClick={onPlanAgain} disabled={applying.isPending}>
      Plan again
    </Button>
  );
  return (
    <>
      {applying.isSuccess && <ImportResult plan={plan} applied={applied} onPlanAgain={onPlanAgain} />}
      <Section
        title="Plan"
        lead={`${formatCount(rows.length, 'subscription')}: ${countText(rows)}.${notExported > 0 ? ` ${formatNumber(notExported)} more live at the marketplace are not in the export.` : ''}`}
        actions={
          !applying.isSuccess && (
            <>
              {again}
              {!isEmpty && (
                <Button loading={applying.isPending} onClick={() => applying.mutate()}>
                  {hasStarted ? 'Continue' : applyText(changes.length, total)}
                </Button>
              )}
            </>
          )
        }
      >
        <Stack gap="md">
          {isEmpty && <Text size="sm">Nothing to import: everything is up to date, or needs a person.</Text>}
          {applying.isPending && total > 0 && (
            <div>
              <Progress value={(done / total) * 100} aria-label={`${done} of ${total} imported`} />
              <Text size="sm" c="dimmed" role="status">
                {formatNumber(done)} of {formatCount(total, 'subscription')} imported. Keep this page open;
                what is imported stays.
              </Text>
            </div>
          )}
          {isOlder && (
            <Alert
              color="yellow"
              variant="outline"
              title="The drafts would be others by now"
              icon={<Icon name="warning" />}
              role="alert"
              c="inherit"
            >
              <Text size="sm">
                The catalogue or the offers changed since the plan. Nothing was applied; plan again.
              </Text>
            </Alert>
          )}
          {applying.isError && !isOlder && <ErrorNotice error={applying.error} />}
          <ImportRows rows={rows} />
        </Stack>
      </Section>
      {(changes.length > 0 || notes.length > 0) && (
        <Section
          title="Drafts for the catalogue"
          lead="What the catalogue lacks is added as drafts. Nobody gets access before you publish them."
        >
          <Stack gap="md">
            {notes.length > 0 && (
              <List size="sm" aria-label="Notes">
                {notes.map(({ offerId, planId, note }) => (
                  <List.Item key={`${offerId} ${planId} ${note}`}>
                    Offer {offerId}
                    {planId !== null && `, plan ${planId}`}: {note}.
                  </List.Item>
                ))}
              </List>
            )}
            <ChangeList changes={changes} products={[]} />
          </Stack>
        </Section>
      )}
    </>
  );
}

const countText = (rows: Parameters<typeof countOutcomes>[0]) =>
  countOutcomes(rows)
    .map(({ outcome, count }) => `${formatNumber(count)} ${outcomeTexts[outcome].counted}`)
    .join(', ') || 'none';

function applyText(drafts: number, total: number): string {
  const parts = [
    ...(drafts > 0 ? [`add ${formatCount(drafts, 'draft')}`] : []),
    ...(total > 0 ? [`import ${formatCount(total, 'subscription')}`] : []),
  ].join(' and ');
  return `${parts.charAt(0).toUpperCase()}${parts.slice(1)}`;
}

interface ImportResultProps extends PlannedImportProps {
  readonly applied: Applied;
}

function ImportResult({ plan, applied, onPlanAgain }: ImportResultProps) {
  const { slug: workspace } = useWorkspace();
  const notice = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => notice.current?.focus(), []);
  const imported = [...applied.rows.values()].filter(
    ({ outcome }) => outcome === 'Added' || outcome === 'Changed' || outcome === 'Same',
  ).length;
  const awaiting = plan.subscriptions.filter(({ outcome }) => outcome === 'AwaitsPublishing');
  const products = [...new Set(awaiting.flatMap(({ plan: mapped }) => mapped?.product ?? []))];
  return (
    <Alert
      color="green"
      variant="outline"
      role="status"
      c="inherit"
      mt="lg"
      icon={<Icon name="check" />}
      title={`${formatCount(imported, 'subscription')} imported, ${formatCount(applied.drafts, 'draft')} added`}
      ref={notice}
      tabIndex={-1}
    >
      <Stack gap="xs">
        {imported > 0 && (
          <Anchor
            size="sm"
            underline="always"
            renderRoot={(props) => (
              <Link
                to="/$workspace/subscriptions"
                params={{ workspace }}
                search={{ source: 'Marketplace' }}
                {...props}
              />
            )}
          >
            See the imported subscriptions
          </Anchor>
        )}
        {products.length > 0 && (
          <Text size="sm">
            {formatCount(awaiting.length, 'subscription waits', 'subscriptions wait')} for a draft: complete
            and publish{' '}
            {products.map((product, index) => (
              <span key={product}>
                {index > 0 && ', '}
                <Anchor
                  size="sm"
                  underline="always"
                  renderRoot={(props) => (
                    <Link to="/$workspace/products/$product" params={{ workspace, product }} {...props} />
                  )}
                >
                  {product}
                </Anchor>
              </span>
            ))}
            , then plan again.
          </Text>
        )}
        <Group>
          <Button size="xs" variant="default" onClick={onPlanAgain}>
            Plan again
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
