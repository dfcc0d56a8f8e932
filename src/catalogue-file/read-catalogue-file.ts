import type { Static } from 'typebox';
import { Errors } from 'typebox/value';
import { parseDocument } from 'yaml';
import type { CatalogueDefinition } from '../core/catalogue-definition.ts';
import { type Refusal, refuseInvalid, type ValidationIssue } from '../core/refusal.ts';
import { CatalogueFile } from './file-schema.ts';

/** Nobody reads more. */
const mostIssues = 100;

/** The catalogue that a file describes, or what is wrong with the file. Whether it holds together is not asked here. */
export function readCatalogueFile(text: string): CatalogueDefinition | Refusal {
  const document = parseDocument(text);
  if (document.errors.length > 0) {
    return refuseInvalid(
      document.errors
        .slice(0, mostIssues)
        .map(({ message }) => ({ path: 'file', rule: 'yaml', message: `is no YAML: ${message}` })),
    );
  }
  let written: unknown;
  try {
    written = document.toJS();
  } catch (error) {
    const message = `is no YAML: ${error instanceof Error ? error.message : error}`;
    return refuseInvalid([{ path: 'file', rule: 'yaml', message }]);
  }
  const issues = issuesOf(written);
  if (issues.length > 0) return refuseInvalid(issues);
  return definitionFrom(written as Static<typeof CatalogueFile>);
}

function issuesOf(written: unknown): readonly ValidationIssue[] {
  return Errors(CatalogueFile, written)
    .filter(({ keyword }) => keyword !== 'additionalProperties')
    .slice(0, mostIssues)
    .flatMap(({ keyword, instancePath, params, message }) => {
      const path = instancePath.split('/').slice(1);
      if ('requiredProperties' in params) {
        return params.requiredProperties.map((member) => ({
          path: [...path, member].join('.'),
          rule: keyword,
          message: 'is required',
        }));
      }
      const allowed = 'allowedValues' in params ? `: ${params.allowedValues.join(', ')}` : '';
      const words = keyword === 'boolean' ? 'is not known' : `${message}${allowed}`;
      return [{ path: path.join('.') || 'file', rule: keyword, message: words }];
    });
}

function definitionFrom({
  categories = [],
  products = [],
}: Static<typeof CatalogueFile>): CatalogueDefinition {
  return {
    categories,
    products: products.map((product) => ({
      ...product,
      applicationUrl: product.applicationUrl ?? null,
      categories: product.categories ?? [],
      editions: product.editions ?? [],
      plans: (product.plans ?? []).map((plan) => ({
        ...plan,
        serviceIdentifier: plan.serviceIdentifier ?? null,
        capabilities: plan.capabilities ?? {},
        limits: plan.limits ?? {},
        marketplace: (plan.marketplace ?? []).map((mapping) => ({
          ...mapping,
          dimensions: mapping.dimensions ?? [],
        })),
      })),
    })),
  };
}
