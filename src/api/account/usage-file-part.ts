import type { TakenUsageFile } from '../../actions/usage/usage-files.ts';
import { dayText } from '../../core/marketplace/purchases/account.ts';
import { refusedCount } from '../../core/usage/events/usage-file.ts';
import { formatNumber } from '../../core/values/format-number.ts';
import type { ListedUsageFile } from '../../storage/usage/usage-files.ts';
import { type Html, html } from '../pages/html.ts';
import { factList } from '../pages/page.ts';
import type { AccountVisit } from './account-visit.ts';
import { changeForm } from './change-form.ts';
import type { AccountFiles, RefusedFile } from './file-facts.ts';

interface UsageOfInstallations {
  /** Of the subscription, below the overview. */
  readonly path: string;
  readonly files: AccountFiles;
  readonly refused: RefusedFile | null;
  /** Of installations, by licence file. */
  readonly names: ReadonlyMap<string, string>;
}

/** Shown; the installation has them all. */
const maxRefused = 50;

/** Only an installation that a licence file is bound to can send usage. */
export function usageFilePart(visit: AccountVisit, usage: UsageOfInstallations): Html {
  const { files, names, refused } = usage;
  const { licenceFiles, usageFiles, uploaded } = files;
  const isBound = licenceFiles.some(({ installation }) => installation !== null);
  if (!isBound && usageFiles.length === 0 && refused?.form !== 'Usage') return html``;
  return html`<h3>Usage of offline installations</h3>
    <p>An installation with a licence file of its own writes what it has counted to a usage file. Each file counts once.</p>
    ${uploaded && outcomePart(uploaded, names)}
    <ul class="people">${usageFiles.map((file) => fileItem(visit, usage, file))}</ul>
    ${uploadForm(visit, usage)}`;
}

function titleOf(
  { seq, licenceFileId }: Pick<TakenUsageFile, 'seq' | 'licenceFileId'>,
  names: UsageOfInstallations['names'],
): string {
  const name = names.get(licenceFileId);
  return `Usage file ${seq}${name === undefined ? '' : ` of ${name}`}`;
}

function outcomePart(file: TakenUsageFile, names: UsageOfInstallations['names']): Html {
  const { accepted, carried, duplicate, refused } = file.outcome;
  const count = refusedCount(file.outcome);
  const more = count - maxRefused;
  return html`<div class="done" role="status">
      <p><strong>${titleOf(file, names)}</strong></p>
      ${file.isRepeated && html`<p>This file was uploaded before, on ${dayText(file.uploadedAt)}. Nothing is counted again.</p>`}
      ${factList([
        ['Counted', formatNumber(accepted)],
        [
          'Counted late',
          html`${formatNumber(carried)} <small>their own hour was closed, so they count in a later one</small>`,
        ],
        ['Counted before', html`${formatNumber(duplicate)} <small>not counted again</small>`],
        ['Refused', formatNumber(count)],
      ])}
      ${
        refused.length > 0 &&
        html`<ul>${refused
          .slice(0, maxRefused)
          .map(
            ({ id, message }) =>
              html`<li><strong>${id ?? 'An event without an id'}</strong>: ${message}</li>`,
          )}
        ${more > 0 && html`<li>and ${formatNumber(more)} more</li>`}</ul>`
      }
    </div>`;
}

function fileItem(visit: AccountVisit, { path, names }: UsageOfInstallations, file: ListedUsageFile): Html {
  const { outcome, uploadedAt, uploadedBy, usageFileId } = file;
  const counted = outcome.accepted + outcome.carried;
  const title = titleOf(file, names);
  return html`<li>
      <span>${title} <small>${formatNumber(counted)} counted, ${formatNumber(outcome.duplicate)} counted before,
        ${formatNumber(outcome.refused)} refused. Uploaded on ${dayText(uploadedAt)} by
        ${uploadedBy.kind === 'Visitor' ? uploadedBy.name : visit.seller}.</small></span>
      <a class="link" href="${visit.url}${path}?usageFile=${usageFileId}#licence-files">Details<span class="hidden"> of ${title}</span></a>
    </li>`;
}

function uploadForm(visit: AccountVisit, { path, refused }: UsageOfInstallations): Html {
  const isRefused = refused?.form === 'Usage';
  const content = html`${isRefused && html`<p class="problem" id="usage-problem" role="alert">${refused.problem}</p>`}
      <label for="usage-file">Usage file</label>
      <input type="file" id="usage-file" name="file" required${isRefused && html` aria-invalid="true" aria-describedby="usage-problem"`}>
      <p class="actions"><button class="button" type="submit">Upload usage file</button></p>`;
  return html`<details${isRefused && html` open`}>
      <summary>Upload a usage file</summary>
      ${changeForm(visit, `${path}/usage-files`, content, { sendsFile: true })}
    </details>`;
}
