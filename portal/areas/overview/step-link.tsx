import { Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Permission } from '../../session/me.ts';
import { useWorkspace } from '../../session/workspace.ts';
import type { GettingStarted, StartingStep } from './getting-started-query.ts';
import { stepTexts } from './step-texts.ts';

const permissions: Readonly<Record<StartingStep, Permission>> = {
  ConnectMarketplace: 'change:settings',
  AddProduct: 'change:catalogue',
  AddPlan: 'change:catalogue',
  MapPlan: 'change:catalogue',
  RegisterClient: 'change:apiClients',
  FirstCall: 'change:apiClients',
  FirstPurchase: 'read',
};

interface StepLinkProps {
  readonly step: StartingStep;
  readonly state: GettingStarted;
  readonly variant: NonNullable<ButtonProps['variant']>;
}

/** A button that opens the dialog of the step, or where the step is done; nothing if the role does not permit it. */
export function StepLink({ step, state, variant }: StepLinkProps) {
  const { slug: workspace, permissions: own } = useWorkspace();
  if (!own.includes(permissions[step])) return null;
  const look = { variant, size: 'xs' } as const;
  const { action } = stepTexts[step];
  if (step === 'FirstPurchase' && state.purchaseUrl !== null) {
    return (
      <Button {...look} component="a" href={state.purchaseUrl} target="_blank" rel="noreferrer">
        {action}
      </Button>
    );
  }
  return (
    <Button {...look} renderRoot={(props) => linkTo(step, state, workspace, props)}>
      {action}
    </Button>
  );
}

/** The props are those of the button, its label included. */
function linkTo(
  step: StartingStep,
  { product, plan, apiClientId, connectionId }: GettingStarted,
  workspace: string,
  props: object,
): ReactNode {
  const params = { workspace };
  switch (step) {
    case 'ConnectMarketplace':
      return (
        <Link
          to="/$workspace/settings/marketplace"
          params={params}
          search={{ add: 'connection' }}
          {...props}
        />
      );
    case 'AddProduct':
      return <Link to="/$workspace/products" params={params} search={{ add: 'product' }} {...props} />;
    case 'AddPlan':
      return (
        <Link
          to="/$workspace/products/$product"
          params={{ workspace, product: product ?? '' }}
          search={{ add: 'plan' }}
          {...props}
        />
      );
    case 'MapPlan':
      return (
        <Link
          to="/$workspace/plan-mappings"
          params={params}
          search={{ add: 'mapping', ...(product && { product }), ...(plan && { plan }) }}
          {...props}
        />
      );
    case 'RegisterClient':
      return (
        <Link
          to="/$workspace/api-clients"
          params={params}
          search={{ add: 'client', next: 'key' }}
          {...props}
        />
      );
    case 'FirstCall':
      return (
        <Link
          to="/$workspace/api-clients/$apiClientId"
          params={{ workspace, apiClientId: apiClientId ?? '' }}
          search={{ add: 'key' }}
          {...props}
        />
      );
    case 'FirstPurchase':
      return (
        <Link
          to="/$workspace/settings/marketplace/$connectionId"
          params={{ workspace, connectionId: connectionId ?? '' }}
          {...props}
        />
      );
  }
}
