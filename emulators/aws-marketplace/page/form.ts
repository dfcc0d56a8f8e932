import { answerControl } from '../../shell/control.ts';
import { formResponse, readForm } from '../../shell/page/form.ts';
import type { EmulatorResponse } from '../../shell/response.ts';
import { controlAws } from '../control.ts';
import type { AwsMarketplace } from '../marketplace.ts';
import { valuePrefix } from './form-fields.ts';
import { awsPage } from './page.ts';

const commandsWithBody = /^(purchases|roles|agreements\/[^/]+\/(amend|replace))$/;

/** Answers a form of the page: its fields are the command's query or, where the command takes one, its body. */
export async function answerForm(
  command: string,
  form: URLSearchParams,
  marketplace: AwsMarketplace,
): Promise<EmulatorResponse> {
  const { back, fields } = readForm(form);
  const body = commandsWithBody.test(command) ? JSON.stringify(bodyOf(fields)) : '';
  const answer = await answerControl({ method: 'POST', command, query: fields, body }, (request) =>
    controlAws(request, marketplace),
  );
  const made = (answer.body as { readonly agreement?: { readonly id: string } } | undefined)?.agreement?.id;
  return formResponse(answer, made === undefined ? back : `agreement-${made}`, (failed) =>
    awsPage(marketplace, { failed }),
  );
}

function bodyOf(fields: URLSearchParams): object {
  const entitlements = [...fields]
    .filter(([name, value]) => name.startsWith(valuePrefix) && Number(value) > 0)
    .map(([name, value]) => ({ dimension: name.slice(valuePrefix.length), value: Number(value) }));
  const { months, isFreeTrial, autoRenewalEnabled, ...others } = Object.fromEntries(
    [...fields].filter(([name]) => !name.startsWith(valuePrefix)),
  );
  return {
    ...others,
    ...(entitlements.length === 0 ? {} : { entitlements }),
    ...(months === undefined ? {} : { months: Number(months) }),
    ...(isFreeTrial === undefined ? {} : { isFreeTrial: true }),
    ...(autoRenewalEnabled === undefined ? {} : { autoRenewalEnabled: true }),
  };
}
