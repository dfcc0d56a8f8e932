import { NotBuiltYet } from '../not-built-yet.tsx';

export function AuditLogPage() {
  return <NotBuiltYet title="Audit log" icon="auditLog" />;
}
