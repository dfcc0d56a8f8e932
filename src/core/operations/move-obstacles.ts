/** The settings of a machine of a cluster on which moves of workspaces depend. */
export interface MachineSettings {
  readonly address: string;
  readonly walLevel: string;
  /** Null: this PostgreSQL has no such setting, and allows every plugin. */
  readonly outputPlugins: string | null;
}

/** Why workspaces cannot be moved to or from a machine while they are written, one line each. */
export function moveObstacles({ address, walLevel, outputPlugins }: MachineSettings): readonly string[] {
  const obstacles: string[] = [];
  if (walLevel !== 'logical') obstacles.push(`wal_level is ${walLevel}: set it to logical and restart`);
  if (outputPlugins !== null && !allows(outputPlugins, 'citus')) {
    obstacles.push(`output_plugin_libraries is ${outputPlugins}: set it to pgoutput, citus and reload`);
  }
  return obstacles.map(
    (obstacle) => `${address} cannot move workspaces while they are written: ${obstacle}.`,
  );
}

function allows(plugins: string, wanted: string): boolean {
  return plugins.split(',').some((plugin) => plugin.trim().replaceAll('"', '') === wanted);
}
