import type { SampleExport } from '../core/marketplace/import/accelerator-export.ts';
import type { ProductionConfig } from './config.ts';

export interface ServiceSettings
  extends Omit<ProductionConfig, 'mode' | 'publicUrl' | 'logLevel' | 'exportsTraces'> {
  /** Null: the address it listens on. */
  readonly publicUrl: string | null;
  /** Folder of the built portal; null: no portal. */
  readonly portalFolder: string | null;
  /** Folder of the rendered guides. */
  readonly guidesFolder: string;
  /** The demo's marketplaces: connections to them offer test purchases. Absent in production. */
  readonly marketplaceEmulatorUrls?: readonly string[];
  /** The demo's sample of an export. Absent in production. */
  readonly sampleExport?: SampleExport;
  /** Which parts run on this node. */
  readonly nodeRoles: { readonly api: boolean; readonly workers: boolean };
}
