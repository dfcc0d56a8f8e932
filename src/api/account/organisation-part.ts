import {
  type AppointmentProblem,
  appointmentProblemTexts,
} from '../../core/marketplace/purchases/account.ts';
import { type Html, html } from '../pages/html.ts';
import { factList } from '../pages/page.ts';
import type { AccountVisit } from './account-visit.ts';
import { changeForm, removalForm } from './change-form.ts';
import type { ShownAdministrator, ShownOrganisation } from './organisation-facts.ts';

/** A person who was not appointed, to correct. */
export interface RefusedAppointment {
  readonly person: string;
  readonly problem: AppointmentProblem;
}

export function organisationSection(
  visit: AccountVisit,
  { name, tenantId, administrators, mayAppoint }: ShownOrganisation,
  refused: RefusedAppointment | null,
): Html {
  return html`<section class="seats part" aria-labelledby="organisation">
      <h2 id="organisation">Your organisation</h2>
      ${factList([
        ['Name', name],
        ['Tenant id', html`<code>${tenantId}</code>`],
      ])}
      ${administrators !== null && administratorList(visit, administrators, mayAppoint)}
      ${mayAppoint && appointForm(visit, refused)}
    </section>`;
}

function administratorList(
  visit: AccountVisit,
  administrators: readonly ShownAdministrator[],
  mayAppoint: boolean,
): Html {
  return html`<h3>Administrators</h3>
    <p>They see who has a seat, and assign and release seats. Buyers do it for what they bought.</p>
    ${administrators.length === 0 && html`<p>There is none yet.</p>`}
    <ul class="people">${administrators.map((person) => administratorItem(visit, person, mayAppoint))}</ul>`;
}

function administratorItem(
  visit: AccountVisit,
  { memberId, name, isOneself, bought }: ShownAdministrator,
  mayAppoint: boolean,
): Html {
  const roles = [
    ...(memberId === null ? [] : ['Administrator']),
    ...(bought.length > 0 ? [`Bought ${bought.join(', ')}`] : []),
    ...(isOneself ? ['You'] : []),
  ];
  const removal = {
    path: '/administrators/remove',
    field: 'memberId',
    value: memberId ?? '',
    verb: 'Remove',
    noun: 'the administrator',
    of: name,
    warning: 'They can no longer assign seats. A seat of their own stays.',
  };
  return html`<li>
      <span>${name} <small>${roles.join('. ')}</small></span>
      ${mayAppoint && memberId !== null && !isOneself && removalForm(visit, removal)}
    </li>`;
}

function appointForm(visit: AccountVisit, refused: RefusedAppointment | null): Html {
  const problem =
    refused &&
    html`<div class="problem" id="appointment-problem" role="alert"><p>${appointmentProblemTexts[refused.problem]}</p></div>`;
  const content = html`${problem}
      <label for="person">Add an administrator</label>
      <p class="quiet" id="person-hint">An e-mail address or object id of a person of your organisation.</p>
      <input id="person" name="person" type="text" required maxlength="320" autocomplete="off" autocapitalize="none"
        spellcheck="false" aria-describedby="person-hint${refused && ' appointment-problem'}"${refused && html` aria-invalid="true"`}
        value="${refused?.person.slice(0, 320)}">
      <p class="actions"><button class="button" type="submit">Add administrator</button></p>`;
  return changeForm(visit, '/administrators', content);
}
