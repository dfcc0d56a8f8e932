import { Type } from 'typebox';
import {
  type FileActor,
  graceEnd,
  type LicenceFile,
  licenceFileState,
  licenceFileStates,
} from '../../../core/entitlements/signed/licence-file.ts';
import { actorKinds } from '../../../core/workspaces/audit.ts';
import { oneOf } from '../../schemas.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';

/** Who issued, revoked or uploaded a file, as the audit log names them. */
export const FileActorView = Type.Object(
  {
    kind: oneOf(actorKinds),
    id: Type.String(),
    name: Type.String({ description: 'The name at that time.' }),
  },
  { $id: 'FileActor' },
);

export const actorExample = {
  kind: 'Member',
  id: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
  name: 'Mara Voss',
};

/** A customer by tenant id and name. */
export const customerMembers = {
  tenantId: uuid,
  customer: Type.String({ description: "The organisation's name, or else the tenant's id." }),
  product: Type.String({ description: 'Slug.' }),
};

export const installationMember = nullable.object(
  {
    name: Type.String(),
    thumbprint: Type.String({ description: 'Of its public key, by RFC 7638.' }),
  },
  'Null: any installation may use the file.',
);

export const LicenceFileView = Type.Object(
  {
    licenceFileId: Type.String({ format: 'uuid', description: 'The `jti` of its token.' }),
    ...customerMembers,
    version: Type.Integer({ description: 'The version of the entitlement that the file states.' }),
    issuedAt: instant,
    issuedBy: Type.Ref('FileActor'),
    expiresAt: instant,
    graceEndsAt: described(
      instant,
      'Until then an installation goes on as signed, and knows that its file is stale.',
    ),
    installation: installationMember,
    state: oneOf(licenceFileStates),
    revokedAt: nullable.instant,
    revokedBy: Type.Union([Type.Ref('FileActor'), Type.Null()]),
    revokeReason: nullable.text,
    replaces: described(nullable.uuid, 'The licence file that this one replaced.'),
  },
  { $id: 'LicenceFile' },
);

export const licenceFileExample = {
  licenceFileId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010d1',
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  customer: 'Contoso',
  product: 'aqueduct',
  version: 3,
  issuedAt: '2026-11-15T09:00:00.000Z',
  issuedBy: actorExample,
  expiresAt: '2027-11-15T09:00:00.000Z',
  graceEndsAt: '2027-12-15T09:00:00.000Z',
  installation: { name: 'Plant 7', thumbprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' },
  state: 'Active',
  revokedAt: null,
  revokedBy: null,
  revokeReason: null,
  replaces: null,
};

export function licenceFileView(file: LicenceFile, customer: string, now: Date) {
  return {
    licenceFileId: file.licenceFileId,
    tenantId: file.tenantId,
    customer,
    product: file.product,
    version: file.version,
    issuedAt: file.issuedAt,
    issuedBy: actorView(file.issuedBy),
    expiresAt: file.expiresAt,
    graceEndsAt: graceEnd(file),
    installation: installationView(file.installation),
    state: licenceFileState(file, now),
    revokedAt: file.revokedAt,
    revokedBy: file.revokedBy && actorView(file.revokedBy),
    revokeReason: file.revokeReason,
    replaces: file.replaces,
  };
}

export function installationView(installation: LicenceFile['installation']) {
  return installation && { name: installation.name, thumbprint: installation.thumbprint };
}

export function actorView({ kind, id, name }: FileActor) {
  return { kind, id, name };
}
