import { randomUUID } from 'node:crypto';
import type { World } from '../worlds/world.ts';

/** A route of the admin API as its OpenAPI document declares it. */
export interface AdminRoute {
  readonly method: string;
  readonly template: string;
  readonly access: string;
}

export function adminRoutesOf({ adminContract }: World): readonly AdminRoute[] {
  return Object.entries(adminContract.document.paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      template,
      access: (operation as unknown as { 'x-access': string })['x-access'],
    })),
  );
}

/** With the workspace's id and otherwise unknown ids. */
export function pathOfRoute({ template }: AdminRoute, workspaceId: string): string {
  return template
    .replace('/api/admin/v1', '')
    .replace('{workspaceId}', workspaceId)
    .replace('{keyId}', 'A'.repeat(11))
    .replaceAll(/\{[^}]+\}/g, () => randomUUID());
}

/** An empty body, where the method has one. */
export const emptyBodyOf = ({ method }: AdminRoute) =>
  method === 'GET' || method === 'DELETE' ? {} : { body: {} };
