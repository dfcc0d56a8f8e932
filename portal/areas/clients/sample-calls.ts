/** A call in one language. */
interface SampleCall {
  readonly name: 'curl' | 'TypeScript' | 'Python';
  readonly text: string;
}

/** A first call with a new key. The calls read the key from a variable, so that no program contains it. */
export interface Sample {
  /** The shell command that sets the variable. */
  readonly setKey: string;
  readonly calls: readonly SampleCall[];
  /** The expected answer, in words. */
  readonly answers: string;
  /** What to do before the call is worth making; absent: nothing. */
  readonly first?: { readonly text: string; readonly product: string | null };
}

interface SampleRequest {
  readonly url: string;
  /** The header with the key; `{}` stands for the key. */
  readonly header: readonly [name: string, value: string];
  readonly variable: string;
  /** JSON; its presence makes the request a POST. */
  readonly body?: string;
}

interface ApiSample {
  readonly key: string;
  /** The address of the service, without a trailing slash. */
  readonly serviceUrl: string;
  readonly scopes: readonly string[];
  /** The newest product that the client has access to; null: none. */
  readonly product: { readonly slug: string; readonly name: string } | null;
  /** A customer with an active subscription of the product; null: none. */
  readonly tenantId: string | null;
  readonly now: Date;
}

/** A tenant of nobody, for products without active customers: its entitlement is `None`. */
const noTenant = '00000000-0000-4000-8000-000000000000';

const apiVariable = 'TESSERA_API_KEY';
const adminVariable = 'TESSERA_KEY';

/** A call that the scopes allow and that changes nothing; undefined without scopes. */
export function apiSample(options: ApiSample): Sample | undefined {
  const call = callWith(options);
  const first = firstStep(options);
  return call && first ? { ...call, first } : call;
}

function firstStep({ scopes, product, tenantId }: ApiSample): Sample['first'] | undefined {
  if (!product) return { text: 'First add a product and publish it.', product: null };
  if (tenantId !== null || !scopes.some((scope) => scope !== 'catalogue:read')) return undefined;
  const text = `Nobody has an active subscription of ${product.name} yet. First make a test purchase, or add a contract.`;
  return { text, product: product.slug };
}

function callWith({ key, serviceUrl, scopes, now, ...sampled }: ApiSample): Sample | undefined {
  const product = sampled.product?.slug ?? 'your-product';
  const tenantId = sampled.tenantId ?? noTenant;
  const path = `${serviceUrl}/api/v1`;
  const request = { header: ['X-Api-Key', '{}'], variable: apiVariable } as const;
  const sample = (url: string, answers: string, body?: string): Sample =>
    sampleOf(key, { ...request, url, ...(body && { body }) }, answers);
  if (scopes.includes('entitlements:read')) {
    const url = `${path}/entitlements/${tenantId}?product=${product}`;
    const { calls, ...rest } = sample(
      url,
      tenantId === noTenant ? 'Until then the status is None.' : 'The answer is what this customer holds.',
    );
    const typed = { name: 'TypeScript', text: libraryCall(serviceUrl, product, tenantId) } as const;
    return { ...rest, calls: calls.map((call) => (call.name === 'TypeScript' ? typed : call)) };
  }
  if (scopes.includes('catalogue:read')) {
    return sample(`${path}/catalogue/products/${product}`, 'The answer is the product with its plans.');
  }
  if (!scopes.includes('usage:write')) return undefined;
  const usageStartAt = new Date(Math.floor(now.getTime() / hour - 1) * hour).toISOString();
  const record = { tenantId, product, dimension: 'your-dimension', quantity: 0, usageStartAt };
  return sample(
    `${path}/metered-usage`,
    'A quantity of 0 is never sent to the marketplace; an unknown dimension is refused in the answer.',
    JSON.stringify({ records: [record] }),
  );
}

/** A call of the admin API that every service account may make. */
export function adminSample({ key, serviceUrl }: Pick<ApiSample, 'key' | 'serviceUrl'>): Sample {
  return sampleOf(
    key,
    {
      url: `${serviceUrl}/api/admin/v1/service-account`,
      header: ['Authorization', 'Bearer {}'],
      variable: adminVariable,
    },
    'The answer is the account with its role and workspace.',
  );
}

const hour = 3_600_000;

function sampleOf(key: string, request: SampleRequest, answers: string): Sample {
  return {
    // Most shells leave a command that begins with a space out of their history.
    setKey: ` export ${request.variable}='${key}'`,
    calls: [
      { name: 'curl', text: curlCall(request) },
      { name: 'TypeScript', text: fetchCall(request) },
      { name: 'Python', text: pythonCall(request) },
    ],
    answers,
  };
}

function curlCall({ url, header: [name, value], variable, body }: SampleRequest): string {
  const lines = [`curl -H "${name}: ${value.replace('{}', `$${variable}`)}"`];
  if (body) lines.push(`-H 'Content-Type: application/json'`, `-d '${body}'`);
  return [...lines, `'${url}'`].join(' \\\n  ');
}

function libraryCall(serviceUrl: string, product: string, tenantId: string): string {
  return `// Save as call.mjs, then run: node call.mjs
import { createTessera } from '@tessera/client';

const tessera = createTessera({
  url: '${serviceUrl}',
  product: '${product}',
  credential: { apiKey: process.env.${apiVariable} ?? '' },
});

const { raw } = await tessera.entitlement('${tenantId}');
console.log(raw);
await tessera.close();`;
}

function fetchCall({ url, header: [name, value], variable, body }: SampleRequest): string {
  const sent = `\`${value.replace('{}', `\${process.env.${variable}}`)}\``;
  const headers = [`'${name}': ${sent}`, ...(body ? [`'Content-Type': 'application/json'`] : [])];
  const method = body ? `\n  method: 'POST',` : '';
  const sentBody = body ? `\n  body: '${body}',` : '';
  return `// Save as call.mjs, then run: node call.mjs
const response = await fetch('${url}', {${method}
  headers: { ${headers.join(', ')} },${sentBody}
});
console.log(response.status, await response.json());`;
}

function pythonCall({ url, header: [name, value], variable, body }: SampleRequest): string {
  const prefix = value.replace('{}', '');
  const key = `${prefix ? `'${prefix}' + ` : ''}os.environ['${variable}']`;
  const headers = [`'${name}': ${key}`, ...(body ? [`'Content-Type': 'application/json'`] : [])];
  const data = body ? `\n    data=b'${body}',` : '';
  return `# Save as call.py, then run: python3 call.py
import json, os, urllib.request

request = urllib.request.Request(
    '${url}',${data}
    headers={${headers.join(', ')}},
)
with urllib.request.urlopen(request) as response:
    print(json.load(response))`;
}
