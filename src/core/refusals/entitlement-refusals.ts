/** The refusals of entitlements, their signed files, and the usage files of installations. `refusal.ts` joins the tables. */
export const entitlementRefusals = {
  'entitlement.user_tenant_mismatch': {
    status: 422,
    title: 'The user does not belong to the tenant',
    remedy: "Send a user of the tenant in the path, or use the user's own tenant.",
  },
  'entitlement.user_not_resolved': {
    status: 422,
    title: 'No unique active member has this e-mail address',
    remedy: "Send the user's object id instead.",
  },
  'entitlement.nothing_to_sign': {
    status: 409,
    title: 'The tenant holds nothing that could be signed',
    remedy:
      'Read the entitlement: its access level is `None`. Create or activate a subscription of the tenant to the product first.',
  },
  'signing_key.too_many': {
    status: 409,
    title: 'The workspace has too many signing keys',
    remedy:
      'At most `args.limit` keys are published. Rotate again when a replaced key has ended, or withdraw a key that nothing in use was signed with.',
  },
  'signing_key.already_withdrawn': {
    status: 409,
    title: 'The signing key is already withdrawn',
    remedy: 'Nothing is left to do: the key is not published since `args.withdrawnAt`.',
  },
  'licence_file.months_out_of_range': {
    status: 422,
    title: 'The number of months is out of range',
    remedy: 'Issue the licence file for `args.minimum` to `args.maximum` months.',
  },
  'licence_file.past_contract_end': {
    status: 409,
    title: 'The licence file would outlast the contract',
    remedy:
      'Issue the licence file for at most `args.maximumMonths` months, or renew the subscription first.',
  },
  'licence_file.request_invalid': {
    status: 422,
    title: 'The request file is not valid',
    remedy: 'The check `args.check` failed. Let the installation write another request file.',
  },
  'licence_file.not_found': {
    status: 404,
    title: 'The workspace has no such licence file',
    remedy: 'Check the id. Licence files are deleted two years after their end.',
  },
  'licence_file.already_revoked': {
    status: 409,
    title: 'The licence file was revoked or replaced',
    remedy: 'It is in the revocation list since `args.revokedAt`. Issue another licence file.',
  },
  'licence_file.too_many': {
    status: 409,
    title: 'The customer has too many licence files of the product',
    remedy: 'At most `args.limit` may be in use at once. Revoke unused ones, or replace one.',
  },
  'licence_file.too_many_revoked': {
    status: 409,
    title: 'The customer has too many revoked or replaced licence files of the product',
    remedy:
      'At most `args.limit` that have not ended, revoked and replaced ones included, may exist at once. Wait until some have ended; issue for fewer months.',
  },
  'usage_file.invalid': {
    status: 422,
    title: 'The usage file is not valid',
    remedy: 'Upload the file as the installation has written it.',
  },
  'usage_file.licence_unknown': {
    status: 404,
    title: 'The usage file names an unknown licence file',
    remedy: 'Upload the file in the workspace that has issued the licence file of the installation.',
  },
  'usage_file.not_bound': {
    status: 409,
    title: 'The licence file is not bound to an installation',
    remedy:
      'Nobody can tell who made the usage file. Issue a licence file with the request file of the installation.',
  },
  'usage_file.wrong_installation': {
    status: 409,
    title: 'Another installation has signed the usage file',
    remedy: 'Only the installation that the licence file is bound to can make its usage files.',
  },
  'usage_file.licence_revoked': {
    status: 409,
    title: 'The licence file was revoked before the event',
    remedy: 'Only usage from before the revocation is taken.',
  },
  'usage_file.too_many': {
    status: 409,
    title: 'The licence file has too many usage files',
    remedy: 'At most `args.limit` are taken. Issue a licence file that replaces it.',
  },
  'usage_file.not_found': {
    status: 404,
    title: 'The workspace has no such usage file',
    remedy: 'Check the id. Usage files are deleted with their licence file, two years after its end.',
  },
} as const;
