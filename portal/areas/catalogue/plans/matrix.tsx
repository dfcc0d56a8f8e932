import { Stack, Switch } from '@mantine/core';
import { Fragment, useState } from 'react';
import type { Tagged } from '../../../api/client.ts';
import { billingLabels, licenceLabels } from '../../../parts/catalogue-words.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { useAddDialog } from '../../../parts/form/use-add-dialog.tsx';
import { formatCount } from '../../../parts/format/format-number.ts';
import { Section } from '../../../parts/section.tsx';
import { SidewaysScroll } from '../../../parts/sideways-scroll.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { TestPurchase } from '../../../parts/test-purchase.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { productChanges } from '../changes.ts';
import { PreviewChange } from '../impact/preview-change.tsx';
import { type Plan, type Product, publicationTones } from '../queries.ts';
import { SaveBar } from '../save-bar.tsx';
import { PlanActions } from './actions.tsx';
import { AddPlan } from './add-plan.tsx';
import styles from './matrix.module.css';
import { CapabilityCell, LimitCell } from './matrix-cells.tsx';
import { countWritten, type MatrixDraft, plansToSave } from './matrix-draft.ts';
import { MatrixRows } from './matrix-rows.tsx';
import { UsageRows } from './usage-rows.tsx';

interface PlanMatrixProps {
  readonly product: Tagged<Product>;
  readonly mayChange: boolean;
  /** Shows the history of a plan. */
  readonly onHistory: (plan: string) => void;
}

/** The plans as columns with their capabilities and limits; edited in place, saved together after a preview. */
export function PlanMatrix({ product, mayChange, onHistory }: PlanMatrixProps) {
  const { workspaceId } = useWorkspace();
  const { plans, name } = product.value;
  const [draft, setDraft] = useState<MatrixDraft>({});
  const [showsArchived, setShowsArchived] = useState(false);
  const [opened, setOpened] = useState<'preview' | null>(null);
  const close = () => setOpened(null);
  const archived = plans.filter(({ status }) => status === 'Archived').length;
  const shown = plans.filter(({ status }) => showsArchived || status !== 'Archived');
  const written = countWritten(draft);
  const matrix = { product: product.value, plans: shown, draft, setDraft, mayChange };
  const add = useAddDialog({
    label: 'Add plan',
    isAllowed: mayChange,
    isSecondary: true,
    address: 'plan',
    dialog: (closeNew) => <AddPlan product={product.value} onClose={closeNew} />,
  });
  return (
    <Section
      title="Plans"
      lead="Plans with their capabilities and limits. A change applies at once to every customer of the plan."
      actions={
        <>
          {archived > 0 && (
            <Switch
              className={styles.archived}
              label={`Show archived (${archived})`}
              checked={showsArchived}
              onChange={({ currentTarget }) => setShowsArchived(currentTarget.checked)}
            />
          )}
          {add.button}
        </>
      }
    >
      {shown.length === 0 ? (
        <EmptyState
          icon="products"
          title="No plans yet"
          text="Customers buy plans: an edition with capabilities, limits, a licence model and a billing model."
          action={add.button}
        />
      ) : (
        <SidewaysScroll
          label={`Plans of ${name}`}
          hint={`Scroll sideways to see all ${formatCount(shown.length, 'plan')}.`}
        >
          <table className={styles.matrix}>
            <thead>
              <EditionHeads product={product.value} plans={shown} />
              <tr>
                <td />
                {shown.map((plan) => (
                  <th key={plan.slug} scope="col">
                    <span className={styles.plan}>
                      {plan.name}
                      {mayChange && (
                        <PlanActions product={product} plan={plan} onHistory={() => onHistory(plan.slug)} />
                      )}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <FactRow name="Status" plans={shown}>
                {({ status }) => <StatusBadge tone={publicationTones[status]}>{status}</StatusBadge>}
              </FactRow>
              <FactRow name="Licences" plans={shown}>
                {({ licenceModel }) => licenceLabels[licenceModel]}
              </FactRow>
              <FactRow name="Billing" plans={shown}>
                {({ billingModel }) => billingLabels[billingModel]}
              </FactRow>
              <FactRow name="Marketplace" plans={shown}>
                {(plan) => <MappedTo plan={plan} />}
              </FactRow>
            </tbody>
            <MatrixRows kind="capabilities" matrix={matrix} Cell={CapabilityCell} />
            <MatrixRows kind="limits" matrix={matrix} Cell={LimitCell} />
            <UsageRows plans={shown} />
          </table>
        </SidewaysScroll>
      )}
      {written.values > 0 && (
        <SaveBar
          summary={`${formatCount(written.values, 'value')} of ${formatCount(written.plans, 'plan')}`}
          onDiscard={() => setDraft({})}
          onPreview={() => setOpened('preview')}
        />
      )}
      {add.dialog}
      {opened === 'preview' && (
        <PreviewChange
          product={product}
          change={productChanges(workspaceId, product.value).saveMatrix(plansToSave(product.value, draft))}
          onClose={close}
          onSaved={() => setDraft({})}
        />
      )}
    </Section>
  );
}

/** Plans in the order of their editions. */
function EditionHeads({ product, plans }: { readonly product: Product; readonly plans: readonly Plan[] }) {
  return (
    <tr>
      <td />
      {product.editions
        .map((edition) => ({
          ...edition,
          span: plans.filter((plan) => plan.edition === edition.slug).length,
        }))
        .filter(({ span }) => span > 0)
        .map(({ slug, name, span }) => (
          <th key={slug} scope="colgroup" colSpan={span} className={styles.edition}>
            {name}
          </th>
        ))}
    </tr>
  );
}

/** The marketplace ids of the plan, each with a test purchase where the marketplace is the emulator. */
function MappedTo({ plan: { marketplace, status } }: { readonly plan: Plan }) {
  if (marketplace.length === 0) return 'None';
  return (
    <Stack gap={4} align="flex-start">
      {marketplace.map((mapping) => (
        <Fragment key={`${mapping.sourceName} ${mapping.offerId} ${mapping.planId}`}>
          <span>
            {mapping.offerId} / {mapping.planId}
          </span>
          {status === 'Published' && <TestPurchase mapping={mapping} isSmall />}
        </Fragment>
      ))}
    </Stack>
  );
}

interface FactRowProps {
  readonly name: string;
  readonly plans: readonly Plan[];
  readonly children: (plan: Plan) => React.ReactNode;
}

function FactRow({ name, plans, children }: FactRowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {plans.map((plan) => (
        <td key={plan.slug}>{children(plan)}</td>
      ))}
    </tr>
  );
}
