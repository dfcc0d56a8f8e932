import { refuseArgument } from '../errors.ts';

/** In lower case, as the service writes it. Throws `TesseraRefused` for anything but a UUID. */
export function readTenantId(given: string): string {
  const tenantId = String(given).toLowerCase();
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(tenantId)) return tenantId;
  throw refuseArgument('tenantId', `The tenant's id is ${given}: use a UUID.`);
}
