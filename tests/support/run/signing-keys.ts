import type { TestProject } from 'vitest/node';
import { makeSigningMaterial, type SigningMaterial } from '../../../emulators/entra/key-ring.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Keys of the emulated identity providers, generated once per run because that is slow. */
    signingKeys: readonly SigningMaterial[];
  }
}

export default async function makeSigningKeys(project: TestProject): Promise<void> {
  project.provide('signingKeys', await Promise.all([1, 2, 3].map(makeSigningMaterial)));
}
