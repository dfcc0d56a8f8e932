import {
  graceEnd,
  type LicenceFile,
  licenceFileState,
  maxLicenceMonths,
} from '../../core/entitlements/signed/licence-file.ts';
import { dayText } from '../../core/marketplace/purchases/account.ts';
import { maxReasonLength } from '../../core/workspaces/audit.ts';
import { type Html, html } from '../pages/html.ts';
import type { AccountVisit } from './account-visit.ts';
import { changeForm, removalForm } from './change-form.ts';
import type { AccountFiles, RefusedFile } from './file-facts.ts';
import { usageFilePart } from './usage-file-part.ts';

interface Licensed {
  readonly productName: string;
  /** Of the subscription, below the overview. */
  readonly path: string;
  readonly files: AccountFiles;
  readonly now: Date;
}

/** The licence files of installations that cannot reach the service, and the usage that they count. */
export function licenceSection(visit: AccountVisit, licensed: Licensed, refused: RefusedFile | null): Html {
  const { productName, path, files } = licensed;
  const { licenceFiles, hasMoreLicenceFiles } = files;
  return html`<section class="part" aria-labelledby="licence-files">
      <h2 id="licence-files">Licence files</h2>
      <p>For an installation of ${productName} that cannot reach the internet: a signed file that tells it what your organisation may
        use, and until when. Other installations need none.</p>
      ${refused?.form === 'Revoke' && problem(refused)}
      <ul class="people">${licenceFiles.map((file) => fileItem(visit, licensed, file))}</ul>
      ${hasMoreLicenceFiles && html`<p class="quiet">Older licence files are not shown. ${visit.seller} has them.</p>`}
      ${issueForm(visit, licensed, refused)}
      ${usageFilePart(visit, { path, files, refused, names: installationNames(licenceFiles) })}
    </section>`;
}

function installationNames(files: readonly LicenceFile[]): ReadonlyMap<string, string> {
  return new Map(files.map((file) => [file.licenceFileId, nameOf(file)]));
}

function nameOf({ installation }: Pick<LicenceFile, 'installation'>): string {
  return installation?.name ?? 'Any installation';
}

function problem({ form, problem: text }: RefusedFile): Html {
  return html`<p class="problem" id="${form.toLowerCase()}-problem" role="alert">${text}</p>`;
}

function fileItem(visit: AccountVisit, { path, now }: Licensed, file: LicenceFile): Html {
  const isUsable = file.revokedAt === null && graceEnd(file) > now;
  const name = nameOf(file);
  const of = `of ${name}, issued on ${dayText(file.issuedAt)}`;
  return html`<li>
      <span>${name} <small>${stateText(file, now)} Issued on ${dayText(file.issuedAt)} by
        ${file.issuedBy.kind === 'Visitor' ? file.issuedBy.name : visit.seller}.</small></span>
      ${
        isUsable &&
        !visit.view &&
        html`<a class="link" href="${visit.url}${path}/licence-files/${file.licenceFileId}/file" download>Download<span class="hidden"> the licence file ${of}</span></a>`
      }
      ${
        isUsable &&
        removalForm(visit, {
          path: `${path}/licence-files/revoke`,
          field: 'licenceFileId',
          value: file.licenceFileId,
          verb: 'Revoke',
          noun: 'the licence file',
          of,
          warning: `The file is put on the revocation list. An installation that reads the list stops using the file; one that is always offline goes on with it until ${dayText(graceEnd(file))}. This cannot be undone.`,
          fields: html`<label for="reason-${file.licenceFileId}">Reason</label>
            <p class="quiet" id="reason-hint-${file.licenceFileId}">${visit.seller} sees it.</p>
            <input type="text" id="reason-${file.licenceFileId}" name="reason" required maxlength="${maxReasonLength}" autocomplete="off"
              aria-describedby="reason-hint-${file.licenceFileId}">`,
        })
      }
    </li>`;
}

function stateText(file: LicenceFile, now: Date): string {
  const { revokedAt, revokeReason, expiresAt } = file;
  const end = dayText(expiresAt);
  switch (licenceFileState(file, now)) {
    case 'Active':
      return `Valid until ${end}.`;
    case 'Expired':
      return `Ended on ${end}.`;
    case 'Replaced':
      return `Replaced on ${dayText(revokedAt ?? expiresAt)}.`;
    default:
      return `Revoked on ${dayText(revokedAt ?? expiresAt)}: ${revokeReason?.replace(/\.$/, '')}.`;
  }
}

function issueForm(visit: AccountVisit, { path, files, now }: Licensed, refused: RefusedFile | null): Html {
  const months = Array.from({ length: maxLicenceMonths }, (_, index) => index + 1);
  const live = files.licenceFiles.filter((file) => licenceFileState(file, now) === 'Active');
  const isRefused = refused?.form === 'Issue';
  const content = html`${isRefused && problem(refused)}
      <label for="request-file">Request file of the installation</label>
      <p class="quiet" id="request-file-hint">The installation writes it. The licence file then works on this installation only, and its usage
        can be uploaded here. Without a request file, any installation can use the licence file.</p>
      <input type="file" id="request-file" name="requestFile" aria-describedby="request-file-hint${isRefused && ' issue-problem'}">
      <label for="months">Valid for</label>
      <p class="quiet" id="months-hint">At most until your subscription ends, unless it renews itself.</p>
      <select id="months" name="months" required aria-describedby="months-hint">${months.map(
        (count) =>
          html`<option value="${count}"${count === 12 && html` selected`}>${count === 1 ? '1 month' : `${count} months`}</option>`,
      )}</select>
      ${
        live.length > 0 &&
        html`<label for="replaces">Replaces</label>
      <select id="replaces" name="replaces"><option value="">No other file</option>${live.map(
        (file) =>
          html`<option value="${file.licenceFileId}">${nameOf(file)}, valid until ${dayText(file.expiresAt)}</option>`,
      )}</select>`
      }
      <p class="actions"><button class="button" type="submit">Issue licence file</button></p>`;
  return html`<details${isRefused && html` open`}>
      <summary>Issue a licence file</summary>
      ${changeForm(visit, `${path}/licence-files`, content, { sendsFile: true })}
    </details>`;
}
