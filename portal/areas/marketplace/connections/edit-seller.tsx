import { EditDialog } from '../../../parts/form/edit-dialog.tsx';
import { endOf, type StoredCredential } from './fields.tsx';
import type { ConnectionChange } from './queries.ts';
import {
  SellerFields,
  type SellerText,
  sellerCredentialOf,
  sellerFields,
  sellerTextOf,
} from './seller-fields.tsx';
import { useConnectionEdit } from './use-connection-edit.ts';

interface EditSellerProps {
  readonly connectionId: string;
  readonly onClose: () => void;
}

/** Changes the seller's account of a connection, or replaces its access key. */
export function EditSeller({ connectionId, onClose }: EditSellerProps) {
  return (
    <EditDialog
      {...useConnectionEdit(connectionId)}
      valuesOf={sellerTextOf}
      changeOf={changeOf}
      describe={({ seller }) =>
        seller
          ? `Seller account ${seller.sellerAccount}, region ${seller.region}, access key ${seller.accessKeyId ?? 'of the service'}, role ${seller.roleArn ?? 'none'}.`
          : ''
      }
      fields={sellerFields}
      onClose={onClose}
    >
      {(form) => (
        <SellerFields
          text={form.values}
          onType={(changes) => form.setValues(changes)}
          errors={form.errors}
          storedCredential={storedCredentialOf(form.values, form.getInitialValues())}
        />
      )}
    </EditDialog>
  );
}

function storedCredentialOf(text: SellerText, before: SellerText): StoredCredential {
  if (text.signsWith !== before.signsWith) return 'none';
  return text.endpointUrl === before.endpointUrl ? 'stays' : 'required again';
}

/** The settings that differ from the saved ones. */
function changeOf(text: SellerText, before: SellerText): ConnectionChange {
  // Another address needs the credential again, and that of the service is not typed.
  const isNodeElsewhere = before.signsWith === 'node' && text.endpointUrl !== before.endpointUrl;
  const credential = sellerCredentialOf(text, isNodeElsewhere ? null : before.signsWith);
  return {
    ...(text.sellerAccount !== before.sellerAccount && { sellerAccount: text.sellerAccount }),
    ...(text.region !== before.region && { region: text.region }),
    ...(text.roleArn !== before.roleArn && { roleArn: text.roleArn.trim() || null }),
    ...(text.endpointUrl !== before.endpointUrl && { endpointUrl: text.endpointUrl.trim() || null }),
    ...(text.sendZeros !== before.sendZeros && { sendZeros: text.sendZeros }),
    ...(credential && { credential }),
    // A new credential does not inherit the end of the old one.
    ...((text.endsOn !== before.endsOn || credential) && { credentialEndsAt: endOf(text) }),
  };
}
