import type { TestProject } from 'vitest/node';
import { makeSigningMaterial, type SigningMaterial } from '../../emulators/entra/key-ring.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What emulated identity providers sign with: made once a run, because making them takes long. */
    signingKeys: readonly SigningMaterial[];
  }
}

export default async function makeSigningKeys(project: TestProject): Promise<void> {
  project.provide('signingKeys', await Promise.all([1, 2, 3].map(makeSigningMaterial)));
}
