import {
  Collapse,
  SegmentedControl,
  Stack,
  Switch,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import styles from './fields.module.css';
import { usualMarketplaceUrl } from './kinds.ts';
import type { ConnectionEntry } from './queries.ts';

/** The values of the form. */
export interface ConnectionText {
  readonly tenantId: string;
  readonly clientId: string;
  readonly kind: 'secret' | 'certificate';
  readonly clientSecret: string;
  readonly privateKeyPem: string;
  readonly certificatePem: string;
  /** A day: `2027-11-15`. */
  readonly endsOn: string;
  readonly authUrl: string;
  readonly marketplaceUrl: string;
  readonly acceptsUnsignedCalls: boolean;
}

export const noText: ConnectionText = {
  tenantId: '',
  clientId: '',
  kind: 'secret',
  clientSecret: '',
  privateKeyPem: '',
  certificatePem: '',
  endsOn: '',
  authUrl: '',
  marketplaceUrl: '',
  acceptsUnsignedCalls: false,
};

/** Undefined while the fields are empty. */
export function credentialOf(text: ConnectionText): ConnectionEntry['credential'] | undefined {
  const { kind, clientSecret, privateKeyPem, certificatePem } = text;
  if (kind === 'secret') return clientSecret === '' ? undefined : { kind, clientSecret };
  return privateKeyPem === '' && certificatePem === '' ? undefined : { kind, privateKeyPem, certificatePem };
}

export const endOf = ({ endsOn }: Pick<ConnectionText, 'endsOn'>) =>
  endsOn === '' ? null : `${endsOn}T00:00:00.000Z`;

export const connectionFields = [
  'tenantId',
  'clientId',
  'credential',
  'credentialEndsAt',
  'authUrl',
  'marketplaceUrl',
  'acceptsUnsignedCalls',
];

/** Elsewhere the service refuses unsigned notifications. */
export const isOnThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(window.location.hostname);

interface ConnectionFieldsProps {
  readonly text: ConnectionText;
  readonly onType: (changes: Partial<ConnectionText>) => void;
  readonly errors: FormErrors;
  readonly storedCredential: StoredCredential;
}

/** What happens to the stored credential while the fields are empty. */
export type StoredCredential = 'none' | 'stays' | 'required again';

export const credentialHints: Readonly<Record<StoredCredential, string>> = {
  none: '',
  stays: 'Leave empty to keep the stored one. ',
  'required again': 'Enter it again: the stored one is not sent to another address or application. ',
};

/** The publisher's application and its credential. */
export function ConnectionFields({ text, onType, errors, storedCredential }: ConnectionFieldsProps) {
  const [isOtherCloud, { toggle }] = useDisclosure(
    text.authUrl !== '' || text.marketplaceUrl !== '' || (isOnThisMachine && storedCredential === 'none'),
  );
  const field = (
    name: Exclude<keyof ConnectionText, 'kind' | 'acceptsUnsignedCalls'>,
    error = errors[name],
  ) => ({
    value: text[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onType({ [name]: currentTarget.value }),
    error,
    autoComplete: 'off',
  });
  const hint = credentialHints[storedCredential];
  return (
    <Stack gap="md">
      <TextInput label="Tenant id" description="Of your publisher tenant" {...field('tenantId')} />
      <TextInput label="Client id" description="Of the application registered there" {...field('clientId')} />
      <SegmentedControl
        aria-label="Kind of credential"
        value={text.kind}
        onChange={(kind) => onType({ kind: kind as ConnectionText['kind'] })}
        data={[
          { value: 'secret', label: 'Secret' },
          { value: 'certificate', label: 'Certificate' },
        ]}
      />
      {text.kind === 'secret' ? (
        <TextInput
          label="Secret"
          type="password"
          description={`${hint}It is never shown again.`}
          {...field('clientSecret', errors['credential.clientSecret'] ?? errors.credential)}
        />
      ) : (
        <>
          <Textarea
            label="Private key"
            description={`${hint}An RSA key in PEM; it is never shown again.`}
            minRows={3}
            autosize
            maxRows={6}
            {...field('privateKeyPem', errors['credential.privateKeyPem'] ?? errors.credential)}
          />
          <Textarea
            label="Certificate"
            description="In PEM"
            minRows={3}
            autosize
            maxRows={6}
            {...field('certificatePem', errors['credential.certificatePem'])}
          />
        </>
      )}
      <TextInput
        label="Expires on"
        type="date"
        description="As shown in the application’s registration. Support is notified 60, 30, 7 and 1 days before"
        {...field('endsOn', errors.credentialEndsAt)}
      />
      <div>
        <UnstyledButton className={styles.more} aria-expanded={isOtherCloud} onClick={toggle}>
          Another cloud or an emulator
        </UnstyledButton>
        <Collapse expanded={isOtherCloud}>
          <Stack gap="md" mt="xs">
            <TextInput
              label="Address of the identity provider"
              placeholder="https://login.microsoftonline.com"
              {...field('authUrl')}
            />
            <TextInput
              label="Address of the marketplace"
              placeholder={usualMarketplaceUrl}
              {...field('marketplaceUrl')}
            />
            {(isOnThisMachine || text.acceptsUnsignedCalls) && (
              <Switch
                label="Accept unsigned notifications"
                description="For development with an emulator that signs nothing: notifications need no token of the marketplace."
                checked={text.acceptsUnsignedCalls}
                onChange={({ currentTarget }) => onType({ acceptsUnsignedCalls: currentTarget.checked })}
                error={errors.acceptsUnsignedCalls}
              />
            )}
          </Stack>
        </Collapse>
      </div>
    </Stack>
  );
}
