import { filledDetail, type Refusal, type RefusalCode } from '../../refusal.ts';
import { dayText } from './account.ts';

type Words = (args: Refusal['args']) => string;

const changedMeanwhile: Words = () =>
  'This licence file was revoked or replaced in the meantime. Nothing has changed.';

/** Words for the customer, where those of the refusal are meant for the vendor. */
const words: Partial<Readonly<Record<RefusalCode, Words>>> = {
  'entitlement.nothing_to_sign': () => 'Your organisation has no access to this product at present.',
  'licence_file.past_contract_end': ({ contractEndsAt, maximumMonths }) =>
    `Your subscription ends on ${dayText(new Date(String(contractEndsAt)))} and does not renew itself. ` +
    `Choose at most ${maximumMonths} ${maximumMonths === 1 ? 'month' : 'months'}.`,
  'licence_file.not_found': changedMeanwhile,
  'licence_file.already_revoked': changedMeanwhile,
  'licence_file.too_many': ({ limit }) =>
    `At most ${limit} licence files may be in use at once. Revoke those that are not used, or replace one.`,
  'licence_file.too_many_revoked': ({ limit }) =>
    `Too many licence files were revoked or replaced before their end: at most ${limit} may not have ended. Wait until some have, and choose fewer months.`,
  'usage_file.licence_unknown': () =>
    'The usage file belongs to no licence file of this product and your organisation.',
  'usage_file.not_bound': () =>
    'The licence file of the installation is not bound to it, so nobody can tell who made the usage file. Issue a licence file with the request file of the installation.',
  'usage_file.wrong_installation': () =>
    'Another installation has made the usage file than the one that its licence file is for.',
  'usage_file.too_many': () =>
    'Too many usage files of this licence file. Issue a licence file that replaces it.',
};

/** Why a licence file was not issued or revoked, or a usage file not taken, and what to do. */
export function fileProblemText(refusal: Refusal): string {
  return words[refusal.code]?.(refusal.args) ?? filledDetail(refusal);
}
