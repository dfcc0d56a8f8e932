import { armour } from '../core/entitlements/signed/armour.ts';
import type { LicenceFile } from '../core/entitlements/signed/licence-file.ts';

/** A licence file as a browser saves it. */
export function licenceFileDownload({ product, tenantId }: LicenceFile, token: string) {
  return {
    text: armour('LICENCE', token),
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="${product}-${tenantId}.tessera-licence"`,
    },
  };
}
