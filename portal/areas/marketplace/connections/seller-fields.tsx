import { Collapse, SegmentedControl, Stack, Switch, Text, TextInput, UnstyledButton } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import styles from './fields.module.css';
import { credentialHints, isOnThisMachine, type StoredCredential } from './fields.tsx';
import type { Connection, ConnectionEntry } from './queries.ts';

/** The values of the form of a seller's account. */
export interface SellerText {
  readonly sellerAccount: string;
  readonly region: string;
  readonly signsWith: 'accessKey' | 'node';
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** A day: `2027-11-15`. */
  readonly endsOn: string;
  readonly roleArn: string;
  readonly endpointUrl: string;
  readonly sendZeros: boolean;
}

export const noSeller: SellerText = {
  sellerAccount: '',
  region: 'us-east-1',
  signsWith: 'accessKey',
  accessKeyId: '',
  secretAccessKey: '',
  endsOn: '',
  roleArn: '',
  endpointUrl: '',
  sendZeros: false,
};

export const sellerFields = [
  'sellerAccount',
  'region',
  'credential',
  'credentialEndsAt',
  'roleArn',
  'endpointUrl',
  'sendZeros',
];

export function sellerTextOf({ seller, credential }: Connection): SellerText {
  if (seller === null) return noSeller;
  const { sellerAccount, region, roleArn, endpointUrl, sendZeros } = seller;
  return {
    ...noSeller,
    sellerAccount,
    region,
    signsWith: credential.kind === 'node' ? 'node' : 'accessKey',
    roleArn: roleArn ?? '',
    endpointUrl: endpointUrl ?? '',
    sendZeros,
    endsOn: credential.endsAt?.slice(0, 10) ?? '',
  };
}

/** The credential to save; undefined: the stored one stays. */
export function sellerCredentialOf(
  text: SellerText,
  stored: SellerText['signsWith'] | null,
): ConnectionEntry['credential'] | undefined {
  const { signsWith } = text;
  if (signsWith === 'node') return stored === 'node' ? undefined : { kind: 'node' };
  const key = { accessKeyId: text.accessKeyId.trim(), secretAccessKey: text.secretAccessKey.trim() };
  const isEmpty = key.accessKeyId === '' && key.secretAccessKey === '';
  return isEmpty && stored === 'accessKey' ? undefined : { kind: 'accessKey', ...key };
}

interface SellerFieldsProps {
  readonly text: SellerText;
  readonly onType: (changes: Partial<SellerText>) => void;
  readonly errors: FormErrors;
  readonly storedCredential: StoredCredential;
}

/** A seller's account, its access key and the role that is assumed with it. */
export function SellerFields({ text, onType, errors, storedCredential }: SellerFieldsProps) {
  const [isEmulator, { toggle }] = useDisclosure(
    text.endpointUrl !== '' || (isOnThisMachine && storedCredential === 'none'),
  );
  const field = (name: Exclude<keyof SellerText, 'sendZeros' | 'signsWith'>, error = errors[name]) => ({
    value: text[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onType({ [name]: currentTarget.value }),
    error,
    autoComplete: 'off',
    spellCheck: false,
  });
  const hint = credentialHints[storedCredential];
  return (
    <Stack gap="md">
      <TextInput
        label="Seller account id"
        description="12 digits: the account that published the products"
        inputMode="numeric"
        {...field('sellerAccount')}
      />
      <TextInput
        label="Region"
        description="Where usage is metered. It cannot change once usage was reported"
        {...field('region')}
      />
      <SegmentedControl
        aria-label="Kind of credential"
        value={text.signsWith}
        onChange={(signsWith) => onType({ signsWith: signsWith as SellerText['signsWith'] })}
        data={[
          { value: 'accessKey', label: 'Access key' },
          { value: 'node', label: 'The service’s own' },
        ]}
      />
      {text.signsWith === 'node' ? (
        <Text size="sm" {...(errors['credential.kind'] && { c: 'var(--portal-bad)', role: 'alert' })}>
          {errors['credential.kind'] ??
            'Requests are signed with the credential of the machine or container that Tessera runs on, as far as its operator allows it.'}
        </Text>
      ) : (
        <>
          <TextInput
            label="Access key id"
            description={`${hint}Of a user of the seller account, or of one that may assume the role`}
            {...field('accessKeyId', errors['credential.accessKeyId'] ?? errors.credential)}
          />
          <TextInput
            label="Secret access key"
            type="password"
            description={`${hint}It is never shown again.`}
            {...field('secretAccessKey', errors['credential.secretAccessKey'])}
          />
          <TextInput
            label="Expires on"
            type="date"
            description="If you rotate the key by a date. Support is notified 60, 30, 7 and 1 days before"
            {...field('endsOn', errors.credentialEndsAt)}
          />
        </>
      )}
      <TextInput
        label="Role ARN"
        placeholder="arn:aws:iam::123456789012:role/name"
        description="Optional. A role of the seller account to assume. Its trust policy names the external id that Tessera makes for this connection"
        {...field('roleArn')}
      />
      <Switch
        label="Report hours without usage as 0"
        description="The marketplace recommends it. Otherwise these hours are not reported."
        checked={text.sendZeros}
        onChange={({ currentTarget }) => onType({ sendZeros: currentTarget.checked })}
        error={errors.sendZeros}
      />
      <div>
        <UnstyledButton className={styles.more} aria-expanded={isEmulator} onClick={toggle}>
          An emulator
        </UnstyledButton>
        <Collapse expanded={isEmulator}>
          <TextInput
            mt="xs"
            label="Address of the emulator"
            description="One address for all services. Empty: the marketplace itself"
            {...field('endpointUrl')}
          />
        </Collapse>
      </div>
    </Stack>
  );
}
