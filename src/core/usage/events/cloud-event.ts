import { type Refusal, refuseInvalid } from '../../refusal.ts';
import {
  bodyIsNoObject,
  isRawObject,
  MemberReader,
  type RawObject,
  readItems,
} from '../../values/read-members.ts';
import { maxEvents, type RefusedEvent, type WrittenEvent } from './event.ts';

const attributes: Readonly<Record<string, string>> = {
  id: 'id',
  source: 'source',
  tenantId: 'subject',
  occurredAt: 'time',
};

/** The usage events of a request with one CloudEvent (structured mode). */
export function readCloudEvent(body: unknown): readonly (WrittenEvent | RefusedEvent)[] | Refusal {
  if (!isRawObject(body)) return bodyIsNoObject;
  return [usageEventOf(body)];
}

/** The usage events of a request with 1 to 1,000 CloudEvents (batched mode). */
export function readCloudEvents(body: unknown): readonly (WrittenEvent | RefusedEvent)[] | Refusal {
  const items = readItems(body, '', maxEvents);
  return 'refused' in items ? items : items.map(usageEventOf);
}

/**
 * The usage event in a CloudEvent 1.0: `subject` is the tenant id, `time` is `occurredAt`, `data` has the rest. Extensions
 * and any `type` are accepted.
 */
function usageEventOf(raw: RawObject): WrittenEvent | RefusedEvent {
  const read = new MemberReader(raw);
  if (read.text('specversion') !== '1.0' && read.issues.length === 0) {
    read.complain('specversion', 'const', 'must be 1.0');
  }
  read.text('type');
  if (!read.has('source')) read.complain('source', 'required', 'is required');
  const contentType = read.optionalText('datacontenttype');
  if (contentType && !isJson(contentType)) {
    read.complain('datacontenttype', 'json', 'must be application/json');
  }
  const { data } = raw;
  if (!isRawObject(data)) {
    if (data === undefined) read.complain('data', 'required', 'is required, as JSON');
    else read.complain('data', 'type', 'must be an object');
  }
  if (!isRawObject(data) || read.issues.length > 0) {
    return { refusal: refuseInvalid(read.issues), identity: null };
  }
  const { id, source, subject, time } = raw;
  return {
    members: { ...data, id, source, tenantId: subject, occurredAt: time },
    pathOf: (member) => attributes[member] ?? `data.${member}`,
  };
}

function isJson(contentType: string): boolean {
  return /^[^;]*[/+]json\s*(;|$)/i.test(contentType);
}
