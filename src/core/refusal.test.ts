import { describe, expect, it } from 'vitest';
import { isRefusal, type RefusalCode, refusalTable, refuse, refuseInvalid } from './refusal.ts';

describe('refusalTable', () => {
  const statuses: Record<RefusalCode, number> = {
    'request.validation_failed': 400,
    'request.rate_limited': 429,
    'request.route_not_found': 404,
    'request.method_not_allowed': 405,
    'request.too_large': 413,
    'request.unsupported_media_type': 415,
    'request.headers_too_large': 431,
    'request.expectation_failed': 417,
    'request.timed_out': 408,
    'request.idempotency_key_reused': 422,
    'request.idempotency_in_progress': 409,
    'request.cross_site': 403,
    'request.precondition_required': 428,
    'request.precondition_failed': 412,
    'auth.credentials_invalid': 401,
    'auth.forbidden': 403,
    'auth.network_not_allowed': 403,
    'auth.session_required': 401,
    'auth.not_a_member': 403,
    'auth.not_for_service_accounts': 403,
    'auth.sign_in_link_invalid': 403,
    'auth.role_not_allowed': 403,
    'workspace.suspended': 403,
    'customer.has_live_subscriptions': 409,
    'member.last_administrator': 409,
    'member.already_joined': 409,
    'api_client.scope_not_allowed': 403,
    'api_client.product_not_allowed': 403,
    'api_client.application_verification_failed': 422,
    'client.too_many_streams': 409,
    'category.not_found': 404,
    'product.not_found': 404,
    'entitlement.nothing_to_sign': 409,
    'signing_key.too_many': 409,
    'signing_key.already_withdrawn': 409,
    'plan.not_found': 404,
    'catalogue.status_not_allowed': 409,
    'catalogue.consent_required': 409,
    'catalogue.restore_not_possible': 409,
    'catalogue.edition_in_use': 409,
    'catalogue.category_in_use': 409,
    'resource.not_found': 404,
    'customer.tenants_held': 409,
    'entitlement.user_tenant_mismatch': 422,
    'entitlement.user_not_resolved': 422,
    'subscription.move_not_allowed': 409,
    'subscription.seats_in_use': 409,
    'marketplace.plan_not_mapped': 422,
    'marketplace.beneficiary_missing': 422,
    'marketplace.change_refused': 409,
    'marketplace.source_connected': 409,
    'marketplace.connection_in_use': 409,
    'product.idp_connected': 409,
    'metering.window_not_ended': 422,
    'metering.window_too_old': 422,
    'metering.window_already_reported': 409,
    'metering.subscription_not_found': 404,
    'metering.subscription_ambiguous': 409,
    'metering.subscription_not_active': 409,
    'metering.marketplace_subscription_missing': 422,
    'metering.not_metered': 422,
    'metering.unknown_dimension': 422,
    'metering.fed_by_events': 409,
    'metering.fed_by_records': 409,
    'metering.event_in_future': 422,
    'metering.limit_reached': 409,
    'metering.quantity_over_limit': 422,
    'metering.quantity_zero': 422,
    'metering.quantity_negative': 422,
    'metering.quantity_not_whole': 422,
    'metering.subject_invalid': 422,
    'metering.ttl_out_of_range': 422,
    'metering.not_reservable': 422,
    'metering.reservation_not_found': 404,
    'metering.reservation_exceeded': 409,
    'metering.reservation_lapsed': 409,
    'metering.reservation_released': 409,
    'metering.reservation_committed': 409,
    'usage_report.not_held': 409,
    'seat.not_available': 409,
    'workspace.limit_reached': 409,
    'webhook.endpoint_disabled': 409,
    'webhook.too_many_secrets': 409,
    'licence_file.months_out_of_range': 422,
    'licence_file.past_contract_end': 409,
    'licence_file.request_invalid': 422,
    'licence_file.not_found': 404,
    'licence_file.already_revoked': 409,
    'licence_file.too_many': 409,
    'licence_file.too_many_revoked': 409,
    'usage_file.invalid': 422,
    'usage_file.licence_unknown': 404,
    'usage_file.not_bound': 409,
    'usage_file.wrong_installation': 409,
    'usage_file.licence_revoked': 409,
    'usage_file.too_many': 409,
    'usage_file.not_found': 404,
    'service.internal_error': 500,
    'service.unavailable': 503,
  };

  it('has exactly the codes of the API, with their statuses', () => {
    const actual = Object.fromEntries(
      Object.entries(refusalTable).map(([code, { status }]) => [code, status]),
    );
    expect(actual).toEqual(statuses);
  });
});

describe('refuse', () => {
  it('uses the remedy as detail by default', () => {
    expect(refuse('plan.not_found').detail).toBe(refusalTable['plan.not_found'].remedy);
    expect(refuse('plan.not_found', {}, 'No plan.').detail).toBe('No plan.');
  });

  it('always has args', () => {
    expect(refuse('plan.not_found').args).toEqual({});
    expect(refuse('plan.not_found', { plan: 'x' }).args).toEqual({ plan: 'x' });
  });
});

describe('refuseInvalid', () => {
  it('lists the issues and repeats them in the detail', () => {
    const issues = [
      { path: 'records.0.quantity', rule: 'minimum', message: 'must be >= 0' },
      { path: '', rule: 'json', message: 'The body is not valid JSON' },
    ];
    expect(refuseInvalid(issues)).toMatchObject({
      code: 'request.validation_failed',
      args: { issues },
      detail: 'records.0.quantity must be >= 0; The body is not valid JSON',
    });
  });
});

it.each([
  [refuse('plan.not_found'), true],
  [{ refused: false }, false],
  [{}, false],
  [null, false],
  [undefined, false],
  ['refused', false],
])('isRefusal of %j is %s', (value, expected) => {
  expect(isRefusal(value)).toBe(expected);
});
