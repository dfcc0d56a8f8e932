import { EditDialog } from '../../../parts/form/edit-dialog.tsx';
import { formatDay } from '../../../parts/format/time.ts';
import {
  ConnectionFields,
  type ConnectionText,
  connectionFields,
  credentialOf,
  endOf,
  noText,
} from './fields.tsx';
import type { Connection, ConnectionChange } from './queries.ts';
import { useConnectionEdit } from './use-connection-edit.ts';

interface EditConnectionProps {
  readonly connectionId: string;
  readonly onClose: () => void;
}

/** Replaces the application or its credential, or records when the credential ends. */
export function EditConnection({ connectionId, onClose }: EditConnectionProps) {
  return (
    <EditDialog
      {...useConnectionEdit(connectionId)}
      valuesOf={textOf}
      changeOf={changeOf}
      describe={({ tenantId, clientId, credential, acceptsUnsignedCalls }) =>
        `Tenant ${tenantId}, application ${clientId}, credential valid until ${credential.endsAt ? formatDay(credential.endsAt) : 'an unknown date'}.${acceptsUnsignedCalls ? ' Unsigned notifications are accepted.' : ''}`
      }
      fields={connectionFields}
      onClose={onClose}
    >
      {(form) => (
        <ConnectionFields
          text={form.values}
          onType={(changes) => form.setValues(changes)}
          errors={form.errors}
          storedCredential={
            goesElsewhere(changeOf(form.values, form.getInitialValues())) ? 'required again' : 'stays'
          }
        />
      )}
    </EditDialog>
  );
}

function textOf(connection: Connection): ConnectionText {
  const { tenantId, clientId, credential, authUrl, marketplaceUrl, acceptsUnsignedCalls } = connection;
  const endsOn = credential.endsAt?.slice(0, 10) ?? '';
  const kind = credential.kind === 'certificate' ? 'certificate' : 'secret';
  return { ...noText, tenantId, clientId, kind, endsOn, authUrl, marketplaceUrl, acceptsUnsignedCalls };
}

/** The service requires the credential again with any of these. */
const goesElsewhere = ({ tenantId, clientId, authUrl, marketplaceUrl }: ConnectionChange) =>
  [tenantId, clientId, authUrl, marketplaceUrl].some((changed) => changed !== undefined);

/** The settings that differ from the saved ones. */
function changeOf(text: ConnectionText, before: ConnectionText): ConnectionChange {
  const credential = credentialOf(text);
  return {
    ...(text.tenantId !== before.tenantId && { tenantId: text.tenantId.trim() }),
    ...(text.clientId !== before.clientId && { clientId: text.clientId.trim() }),
    ...(text.authUrl !== before.authUrl && { authUrl: text.authUrl }),
    ...(text.marketplaceUrl !== before.marketplaceUrl && { marketplaceUrl: text.marketplaceUrl }),
    ...(text.acceptsUnsignedCalls !== before.acceptsUnsignedCalls && {
      acceptsUnsignedCalls: text.acceptsUnsignedCalls,
    }),
    ...(credential && { credential }),
    // A new credential does not inherit the end of the old one.
    ...((text.endsOn !== before.endsOn || credential) && { credentialEndsAt: endOf(text) }),
  };
}
