import { ActionIcon, Button } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { Icon } from '../../../parts/icon.tsx';
import { EditLabel } from '../labels/edit-label.tsx';
import { LabelName } from '../labels/label-name.tsx';
import type { LimitLabel } from '../labels/label-texts.ts';
import type { Plan, Product } from '../queries.ts';
import { AddKey } from './add-key.tsx';
import styles from './matrix.module.css';
import { isWritten, type MatrixDraft, type Value, valueIn, withoutName, write } from './matrix-draft.ts';

interface Matrix {
  readonly product: Product;
  /** The visible plans. */
  readonly plans: readonly Plan[];
  readonly draft: MatrixDraft;
  readonly setDraft: (draft: MatrixDraft) => void;
  readonly mayChange: boolean;
}

export interface CellProps {
  /** `audit-trail of Basic, monthly` */
  readonly label: string;
  readonly value: Value;
  /** Of a limit. */
  readonly limitLabel: LimitLabel | undefined;
  /** Undefined: read-only. */
  readonly onChange: ((value: Value) => void) | undefined;
}

interface MatrixRowsProps {
  readonly kind: 'capabilities' | 'limits';
  readonly matrix: Matrix;
  readonly Cell: ComponentType<CellProps>;
}

const labels = {
  capabilities: { title: 'Capabilities', one: 'capability' },
  limits: { title: 'Limits', one: 'limit' },
} as const;

/** A row for each capability or limit of any plan. */
export function MatrixRows({ kind, matrix, Cell }: MatrixRowsProps) {
  const { product, plans, draft, setDraft, mayChange } = matrix;
  const [added, setAdded] = useState<readonly string[]>([]);
  const names = [...new Set([...product[kind], ...added])];
  const [edited, setEdited] = useState<string | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const { title, one } = labels[kind];
  const remove = (name: string) => {
    setAdded(added.filter((other) => other !== name));
    setDraft(withoutName(draft, product, kind, name));
  };
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={plans.length + 1} className={styles.group}>
          {title}
        </th>
      </tr>
      {names.map((name) => (
        <tr key={name}>
          <th scope="row">
            <span className={styles.name}>
              <LabelName labels={product.labels} kind={kind} of={name} />
              {mayChange && (
                <span className={styles.rowActions}>
                  <ActionIcon
                    className={styles.quiet}
                    variant="subtle"
                    color="gray"
                    size="sm"
                    aria-label={`Edit display of ${name}`}
                    onClick={() => setEdited(name)}
                  >
                    <Icon name="edit" size={14} />
                  </ActionIcon>
                  <ActionIcon
                    className={styles.quiet}
                    variant="subtle"
                    color="gray"
                    size="sm"
                    aria-label={`Remove ${name} from every plan`}
                    onClick={() => remove(name)}
                  >
                    <Icon name="remove" size={14} />
                  </ActionIcon>
                </span>
              )}
            </span>
          </th>
          {plans.map((plan) => (
            <td key={plan.slug} data-written={isWritten(plan, draft, kind, name) || undefined}>
              <Cell
                label={`${name} of ${plan.name}`}
                value={valueIn(plan, draft, kind, name)}
                limitLabel={kind === 'limits' ? product.labels.limits[name] : undefined}
                onChange={mayChange ? (value) => setDraft(write(draft, plan, kind, name, value)) : undefined}
              />
            </td>
          ))}
        </tr>
      ))}
      {names.length === 0 && !mayChange && (
        <tr>
          <th scope="row">None</th>
          <td colSpan={plans.length} />
        </tr>
      )}
      {mayChange && (
        <tr>
          <th scope="row">
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<Icon name="plus" size={14} />}
              onClick={() => setIsAdding(true)}
            >
              Add {one}
            </Button>
          </th>
          <td colSpan={plans.length} />
        </tr>
      )}
      {isAdding && (
        <AddKey
          product={product}
          kind={kind}
          used={names}
          onAdded={(key) => setAdded([...added, key])}
          onClose={() => setIsAdding(false)}
        />
      )}
      {edited !== null && (
        <EditLabel product={product.slug} kind={kind} of={edited} onClose={() => setEdited(null)} />
      )}
    </tbody>
  );
}
