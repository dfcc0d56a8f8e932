import { Button, Group, NativeSelect, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import type { Schemas } from '../../../api/client.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { EditConflict } from '../../../parts/form/edit-conflict.tsx';
import { formErrors, isShownByFields } from '../../../parts/form/form-errors.ts';
import { NumberField } from '../../../parts/form/number-field.tsx';

type Settings = Schemas['WorkspaceSettings'];
export type SettingsChange = Partial<
  Pick<
    Settings,
    | 'name'
    | 'supportAddresses'
    | 'usageHoldMinutes'
    | 'acceptsFewerSeats'
    | 'assignBuyer'
    | 'signInTenants'
    | 'apiKeyMaxAgeDays'
    | 'mailsUsageAlerts'
    | 'tokenLifetimeHours'
    | 'afterLicenceEnd'
    | 'signingKeyMaxAgeDays'
  >
>;

interface WorkspaceSettingsFormProps {
  /** The saved settings. */
  readonly value: Settings;
  /** The changed members; the others follow the saved settings. */
  readonly typed: SettingsChange;
  readonly onType: (typed: SettingsChange) => void;
  readonly edit: {
    readonly saving: {
      readonly error: unknown;
      readonly isError: boolean;
      readonly isPending: boolean;
      readonly mutate: (change: SettingsChange) => void;
    };
    readonly isConflict: boolean;
  };
}

const fields = [
  'name',
  'supportAddresses',
  'usageHoldMinutes',
  'acceptsFewerSeats',
  'assignBuyer',
  'signInTenants',
  'apiKeyMaxAgeDays',
  'mailsUsageAlerts',
  'tokenLifetimeHours',
  'afterLicenceEnd',
  'signingKeyMaxAgeDays',
];
const texts = {
  name: (value: Settings) => `The name is ${value.name}.`,
  supportAddresses: (value: Settings) =>
    `Notices are mailed to ${value.supportAddresses.join(', ') || 'nobody'}.`,
  usageHoldMinutes: (value: Settings) => `Reports are on hold for ${value.usageHoldMinutes} minutes.`,
  acceptsFewerSeats: (value: Settings) =>
    value.acceptsFewerSeats
      ? 'Fewer seats than are assigned are accepted.'
      : 'Fewer seats than are assigned are refused.',
  assignBuyer: (value: Settings) =>
    value.assignBuyer ? 'The buyer gets the first seat.' : 'The buyer gets no seat.',
  signInTenants: (value: Settings) => `Sign-in tenants: ${value.signInTenants.join(', ') || 'any'}.`,
  apiKeyMaxAgeDays: (value: Settings) =>
    `Maximum age of API keys: ${value.apiKeyMaxAgeDays === null ? 'none' : `${value.apiKeyMaxAgeDays} days`}.`,
  mailsUsageAlerts: (value: Settings) =>
    value.mailsUsageAlerts
      ? 'Usage alerts are mailed to customers’ administrators.'
      : 'Usage alerts are not mailed to customers.',
  tokenLifetimeHours: (value: Settings) => `Entitlement tokens live for ${value.tokenLifetimeHours} hours.`,
  afterLicenceEnd: (value: Settings) =>
    value.afterLicenceEnd === 'None'
      ? 'No access after a licence file has ended.'
      : 'Read-only access after a licence file has ended.',
  signingKeyMaxAgeDays: (value: Settings) =>
    `Maximum age of the signing key: ${value.signingKeyMaxAgeDays === null ? 'none' : `${value.signingKeyMaxAgeDays} days`}.`,
} as const;

/** Saves only changed members, so that two people can change different ones. */
export function WorkspaceSettingsForm({ value, typed, onType, edit }: WorkspaceSettingsFormProps) {
  const { saving, isConflict } = edit;
  const shown = { ...value, ...typed };
  const change = (changes: SettingsChange) => onType({ ...typed, ...changes });
  const touched = (Object.keys(typed) as (keyof SettingsChange)[]).filter(
    (name) => JSON.stringify(typed[name]) !== JSON.stringify(value[name]),
  );
  const errors = formErrors(saving.error);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(Object.fromEntries(touched.map((name) => [name, typed[name]])));
      }}
    >
      <Stack gap="md" maw="36rem">
        <TextInput
          label="Name"
          description="Shown to colleagues and in mails to support"
          value={shown.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          error={errors.name}
        />
        <TagsInput
          label="Support addresses"
          description="Notices are mailed to these addresses once each is confirmed by a mailed link; at most 10. Press Enter or comma after each address."
          value={[...shown.supportAddresses]}
          onChange={(supportAddresses) => change({ supportAddresses })}
          acceptValueOnBlur
          error={errors.supportAddresses}
        />
        <NumberField
          label="Hold before sending"
          description="Minutes during which a usage report can be replaced before it is sent: 0 to 120"
          suffix=" minutes"
          min={0}
          max={120}
          decimals={0}
          value={shown.usageHoldMinutes}
          onChange={(minutes) => typeof minutes === 'number' && change({ usageHoldMinutes: minutes })}
          error={errors.usageHoldMinutes}
        />
        <Switch
          label="Accept fewer seats than are assigned"
          description="When a customer reduces seats on the marketplace, accept the change and notify support. Otherwise the change is refused."
          checked={shown.acceptsFewerSeats}
          onChange={({ currentTarget }) => change({ acceptsFewerSeats: currentTarget.checked })}
        />
        <Switch
          label="Assign the first seat to the buyer"
          description="When a purchase of a plan with seats is activated, its buyer gets a seat and can start at once."
          checked={shown.assignBuyer}
          onChange={({ currentTarget }) => change({ assignBuyer: currentTarget.checked })}
        />
        <Switch
          label="Mail usage alerts to customers"
          description="When a use reaches a threshold of its dimension, the customer’s administrators get a mail, once in a period."
          checked={shown.mailsUsageAlerts}
          onChange={({ currentTarget }) => change({ mailsUsageAlerts: currentTarget.checked })}
        />
        <TagsInput
          label="Sign-in tenants"
          description="Tenant ids whose accounts may sign in to this workspace, including your own; empty: any tenant. Members of other tenants lose access at once."
          value={[...shown.signInTenants]}
          onChange={(signInTenants) => change({ signInTenants })}
          acceptValueOnBlur
          error={errors.signInTenants}
        />
        <NumberField
          label="Maximum age of API keys"
          description="Maximum lifetime in days of a new or rotated key of an API client or service account, 1 to 3650; empty: no limit. Existing keys stay valid."
          suffix=" days"
          min={1}
          max={3650}
          decimals={0}
          value={shown.apiKeyMaxAgeDays ?? ''}
          onChange={(days) => change({ apiKeyMaxAgeDays: typeof days === 'number' ? days : null })}
          error={errors.apiKeyMaxAgeDays}
        />
        <NumberField
          label="Life of entitlement tokens"
          description="Hours for which a signed entitlement token counts, 1 to 720. An application gets the next one after half of it."
          suffix=" hours"
          min={1}
          max={720}
          decimals={0}
          value={shown.tokenLifetimeHours}
          onChange={(hours) => typeof hours === 'number' && change({ tokenLifetimeHours: hours })}
          error={errors.tokenLifetimeHours}
        />
        <NativeSelect
          label="After a licence file has ended"
          description="What an installation may do when its token or licence file and the grace period have ended. It counts for tokens and licence files made from now on."
          data={[
            { value: 'ReadOnly', label: 'Read-only access' },
            { value: 'None', label: 'No access' },
          ]}
          value={shown.afterLicenceEnd}
          onChange={({ currentTarget }) =>
            change({ afterLicenceEnd: currentTarget.value === 'None' ? 'None' : 'ReadOnly' })
          }
          error={errors.afterLicenceEnd}
        />
        <NumberField
          label="Maximum age of the signing key"
          description="Days after which the key that signs entitlements is replaced, 30 to 730; empty: only by hand. A replaced key stays published."
          suffix=" days"
          min={30}
          max={730}
          decimals={0}
          value={shown.signingKeyMaxAgeDays ?? ''}
          onChange={(days) => change({ signingKeyMaxAgeDays: typeof days === 'number' ? days : null })}
          error={errors.signingKeyMaxAgeDays}
        />
        {isConflict && touched.length > 0 && (
          <EditConflict onUseSaved={() => onType({})}>
            {touched.map((name) => texts[name](value)).join(' ')}
          </EditConflict>
        )}
        {saving.isError && !isConflict && !isShownByFields(saving.error, fields) && (
          <ErrorNotice error={saving.error} />
        )}
        <Group gap="xs">
          <Button type="submit" disabled={touched.length === 0} loading={saving.isPending}>
            Save
          </Button>
          {touched.length > 0 && (
            <Button variant="default" onClick={() => onType({})}>
              {' '}
              Discard
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
