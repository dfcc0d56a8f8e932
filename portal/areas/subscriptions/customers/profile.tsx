import { Anchor, Box, Button, Select, Skeleton, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataWithTag } from '../../../api/client.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { EditDialog } from '../../../parts/form/edit-dialog.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { showDone } from '../../../parts/notify.ts';
import { Section } from '../../../parts/section.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { membersQuery, nameOf } from '../../workspaces/members/queries.ts';
import { type CustomerDetail, customerQuery, customersKey } from './queries.ts';
import { RiskNotice } from './risks.tsx';

const path = '/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}' as const;

/** What the partner notes about the customer, and why it is at risk. */
export function CustomerProfile({ tenantId }: { readonly tenantId: string }) {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:customers');
  const [isEditing, setEditing] = useState(false);
  const query = useQuery(customerQuery(workspaceId, tenantId));
  if (query.isPending) return <Skeleton height={120} role="status" aria-label="Loading contact" />;
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => query.refetch()} />;
  const customer = query.data;
  return (
    <>
      <RiskNotice risks={customer.risks} />
      <Section
        title="Contact"
        actions={
          mayChange && (
            <Button size="xs" variant="default" onClick={() => setEditing(true)}>
              Edit customer
            </Button>
          )
        }
      >
        <Profile customer={customer} />
      </Section>
      {isEditing && <EditCustomer tenantId={tenantId} onClose={() => setEditing(false)} />}
    </>
  );
}

function Profile({ customer }: { readonly customer: CustomerDetail }) {
  const { contactName, contactEmail, contactPhone, notes, owner, lastCallAt } = customer;
  const facts = {
    ...(contactName && { Contact: contactName }),
    ...(contactEmail && {
      'E-mail': (
        <Anchor size="sm" href={`mailto:${contactEmail}`}>
          {contactEmail}
        </Anchor>
      ),
    }),
    ...(contactPhone && { Phone: contactPhone }),
    ...(owner && { Owner: owner.name ?? owner.email }),
    ...(lastCallAt && { 'Last call': <Moment at={lastCallAt} /> }),
  };
  return (
    <Box mb="lg">
      {Object.keys(facts).length > 0 && <Facts facts={facts} />}
      {notes && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {notes}
        </Text>
      )}
      {!contactName && !contactEmail && !contactPhone && !owner && !notes && (
        <Text size="sm" c="dimmed">
          No contact, owner or notes yet. They are for your colleagues only.
        </Text>
      )}
    </Box>
  );
}

const valuesOf = (customer: CustomerDetail) => ({
  name: customer.organisation?.name ?? '',
  contactName: customer.contactName ?? '',
  contactEmail: customer.contactEmail ?? '',
  contactPhone: customer.contactPhone ?? '',
  notes: customer.notes ?? '',
  ownerId: customer.owner?.memberId ?? null,
});
type Values = ReturnType<typeof valuesOf>;

function EditCustomer({ tenantId, onClose }: { readonly tenantId: string; readonly onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const { data: members } = useQuery(membersQuery(workspaceId));
  const parameters = { path: { workspaceId, tenantId } };
  const changeOf = ({ name, ...values }: Values, initial: Values) => ({
    ...(name !== initial.name && { name }),
    ...values,
  });
  return (
    <EditDialog
      title="Edit customer"
      queryKey={[...customersKey(workspaceId), tenantId, 'edit']}
      read={() => dataWithTag(api.GET(path, { params: parameters }))}
      valuesOf={valuesOf}
      changeOf={changeOf}
      save={(body, tag) => api.PATCH(path, { params: { ...parameters, header: { 'if-match': tag } }, body })}
      onSaved={() => {
        void queryClient.invalidateQueries({ queryKey: customersKey(workspaceId) });
        showDone('Customer saved.');
      }}
      describe={({ contactName, owner, notes }) =>
        `Contact: ${contactName ?? 'none'}; owner: ${owner?.email ?? 'nobody'}; notes: ${notes ?? 'none'}`
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label="Organisation"
            description="The name of all its tenants"
            maxLength={200}
            {...form.getInputProps('name')}
          />
          <TextInput label="Contact" maxLength={200} {...form.getInputProps('contactName')} />
          <TextInput label="E-mail" type="email" maxLength={320} {...form.getInputProps('contactEmail')} />
          <TextInput label="Phone" maxLength={100} {...form.getInputProps('contactPhone')} />
          <Select
            label="Owner"
            description="The colleague who looks after the customer"
            placeholder="Nobody"
            data={(members?.items ?? []).map((member) => ({ value: member.memberId, label: nameOf(member) }))}
            clearable
            clearButtonProps={{ 'aria-label': 'No owner' }}
            searchable
            {...form.getInputProps('ownerId')}
          />
          <Textarea
            label="Notes"
            description="For your colleagues; the customer does not see them"
            maxLength={10_000}
            autosize
            minRows={4}
            maxRows={14}
            {...form.getInputProps('notes')}
          />
        </>
      )}
    </EditDialog>
  );
}
