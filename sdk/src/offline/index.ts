export { createInstallationKey, type InstallationKey, type PublicKey } from './ed25519.ts';
export type { OfflineState } from './licence-state.ts';
export { openOffline } from './open-offline.ts';
export type { SigningKeys } from './pinned-keys.ts';
export { type LicenceRefusal, LicenceRefused } from './refusal.ts';
export { type RequestFileOptions, requestFile } from './request-file.ts';
export type * from './types.ts';
