import type { AuditAction, AuditSubject } from '../core/audit.ts';
import type { ActionContext } from './context.ts';
import { recordAudit } from './record-audit.ts';

/** Writes down that somebody took data out of the service. */
export function noteExport(
  context: ActionContext,
  workspaceId: string,
  action: Extract<AuditAction, `${string}.exported`>,
  subject: { readonly kind: AuditSubject; readonly id: string },
): Promise<void> {
  return recordAudit(context, workspaceId, { action, subject, before: null, after: null });
}
