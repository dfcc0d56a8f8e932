import { Input, SegmentedControl, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { EventSecret } from './event-secret.tsx';
import {
  ConnectionFields,
  type ConnectionText,
  connectionFields,
  credentialOf,
  endOf,
  noText,
} from './fields.tsx';
import { marketplaceKinds } from './kinds.ts';
import { type Connection, type ConnectionEntry, connectionsKey } from './queries.ts';
import {
  noSeller,
  SellerFields,
  type SellerText,
  sellerCredentialOf,
  sellerFields,
} from './seller-fields.tsx';

type Kind = Connection['kind'];

const choices = (Object.keys(marketplaceKinds) as Kind[]).map((kind) => ({
  value: kind,
  label: marketplaceKinds[kind].shortName,
}));

interface Values extends ConnectionText, SellerText {
  readonly marketplace: Kind;
  readonly sourceName: string;
}

const noValues: Values = {
  marketplace: choices[0]?.value as Kind,
  sourceName: '',
  ...noText,
  ...noSeller,
};

export function ConnectMarketplace({ onClose }: { readonly onClose: () => void }) {
  const { workspaceId, slug: workspace } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const chooser = useId();
  const form = useForm<Values>({ initialValues: noValues });
  const openPage = (connectionId: string) =>
    navigate({ to: '/$workspace/settings/marketplace/$connectionId', params: { workspace, connectionId } });
  const connecting = useMutation({
    mutationFn: (values: Values) =>
      dataOf(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/marketplace-connections', {
          params: { path: { workspaceId } },
          body: entryOf(values),
        }),
      ),
    onSuccess: async ({ connectionId, sourceName, eventSecret }) => {
      await queryClient.invalidateQueries({ queryKey: connectionsKey(workspaceId) });
      if (eventSecret !== undefined) return;
      showDone(`${sourceName} connected. Run a check, and enter its addresses in your offers.`);
      await openPage(connectionId);
    },
  });
  const connected = connecting.data;
  if (connected?.eventSecret !== undefined) {
    const { eventSecret, ...connection } = connected;
    return (
      <EventSecret
        secret={eventSecret}
        name={`${connection.sourceName} connected: event secret`}
        connection={connection}
        onClose={() => openPage(connection.connectionId)}
      />
    );
  }
  const isSeller = marketplaceKinds[form.values.marketplace].account === 'seller';
  const fields = {
    text: form.values,
    onType: (changes: Partial<Values>) => form.setValues(changes),
    errors: form.errors,
    storedCredential: 'none',
  } as const;
  return (
    <FormDialog
      title="Connect publisher account"
      submit="Connect"
      form={form}
      mutation={connecting}
      fields={['sourceName', ...(isSeller ? sellerFields : connectionFields)]}
      onClose={onClose}
    >
      <Input.Wrapper
        id={chooser}
        label="Marketplace"
        labelElement="div"
        labelProps={{ id: `${chooser}-label` }}
      >
        <SegmentedControl
          aria-labelledby={`${chooser}-label`}
          fullWidth
          data={choices}
          value={form.values.marketplace}
          onChange={(marketplace) => {
            form.clearErrors();
            form.setFieldValue('marketplace', marketplace as Kind);
          }}
        />
      </Input.Wrapper>
      <TextInput
        label="Source name"
        description="The name that plan mappings use"
        data-autofocus
        {...form.getInputProps('sourceName')}
      />
      {isSeller ? <SellerFields {...fields} /> : <ConnectionFields {...fields} />}
    </FormDialog>
  );
}

function entryOf(values: Values): ConnectionEntry {
  const { marketplace: kind, sourceName } = values;
  const shared = { kind, sourceName, credentialEndsAt: endOf(values) };
  if (marketplaceKinds[kind].account === 'seller') {
    const { sellerAccount, region, roleArn, endpointUrl, sendZeros } = values;
    return {
      ...shared,
      sellerAccount,
      region,
      credential: sellerCredentialOf(values, null) ?? { kind: 'node' },
      ...(roleArn.trim() && { roleArn }),
      ...(endpointUrl.trim() && { endpointUrl }),
      sendZeros,
    };
  }
  const { tenantId, clientId, authUrl, marketplaceUrl, acceptsUnsignedCalls } = values;
  return {
    ...shared,
    tenantId: tenantId.trim(),
    clientId: clientId.trim(),
    credential: credentialOf(values) ?? { kind: 'secret', clientSecret: '' },
    ...(authUrl && { authUrl }),
    ...(marketplaceUrl && { marketplaceUrl }),
    acceptsUnsignedCalls,
  };
}
