import type { TestProject } from 'vitest/node';
import { type SigningMaterial as Key, makeSigningMaterial } from '../../../emulators/entra/key-ring.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * RSA keys with certificates, made once per run: making one takes half a second of CPU time. An emulated identity
     * provider starts with the first three, and rotates to the others.
     */
    rsaKeys: readonly [Key, Key, Key, Key, Key, Key];
  }
}

export default async function makeRsaKeys(project: TestProject): Promise<void> {
  const make = makeSigningMaterial;
  project.provide('rsaKeys', await Promise.all([make(), make(), make(), make(), make(), make()]));
}
