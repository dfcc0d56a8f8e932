import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

type Members = Readonly<Record<string, unknown>>;

interface Template {
  readonly Parameters: Readonly<Record<string, { readonly Type: string; readonly NoEcho?: boolean }>>;
  readonly Conditions: Members;
  readonly Resources: Readonly<
    Record<string, { readonly Type: string; readonly Condition?: string; readonly Properties: Members }>
  >;
  readonly Outputs: Readonly<Record<string, { readonly Condition?: string; readonly Value: unknown }>>;
}

/** The required properties of each type of resource, and all that the template may set. */
const types: Readonly<Record<string, { readonly required: string[]; readonly optional: string[] }>> = {
  'AWS::Events::ApiDestination': {
    required: ['ConnectionArn', 'HttpMethod', 'InvocationEndpoint'],
    optional: ['InvocationRateLimitPerSecond'],
  },
  'AWS::Events::Connection': { required: ['AuthorizationType', 'AuthParameters'], optional: [] },
  'AWS::Events::Rule': { required: ['EventPattern', 'Targets'], optional: ['Description'] },
  'AWS::IAM::Role': { required: ['AssumeRolePolicyDocument'], optional: ['Policies', 'RoleName'] },
  'AWS::SQS::Queue': { required: [], optional: ['MessageRetentionPeriod', 'SqsManagedSseEnabled'] },
  'AWS::SQS::QueuePolicy': { required: ['PolicyDocument', 'Queues'], optional: [] },
};

const template: Template = parse(
  readFileSync(new URL('../../deploy/aws/marketplace.yaml', import.meta.url), 'utf8'),
);
const { Parameters, Conditions, Resources, Outputs } = template;

/** The names that `Ref` and `Fn::GetAtt` use. */
function references(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === 'Ref') return [String(inner)];
    if (name === 'Fn::GetAtt') return [String((inner as readonly unknown[])[0])];
    return references(inner);
  });
}

describe('the CloudFormation template', () => {
  it.each(Object.entries(Resources))('%s has the properties of its type', (_, { Type, Properties }) => {
    const { required = [], optional = [] } = types[Type] ?? {};
    expect(Object.keys(types)).toContain(Type);
    const names = Object.keys(Properties);
    expect(required.filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => ![...required, ...optional].includes(name))).toEqual([]);
  });

  it('refers to what it declares, and uses every parameter and condition', () => {
    const used = references([Conditions, Resources, Outputs]);
    const declared = [...Object.keys(Parameters), ...Object.keys(Resources)];
    expect(used.filter((name) => !declared.includes(name))).toEqual([]);
    expect(Object.keys(Parameters).filter((name) => !used.includes(name))).toEqual([]);
    const conditions = [...Object.values(Resources), ...Object.values(Outputs)].flatMap(
      ({ Condition }) => Condition ?? [],
    );
    expect([...new Set(conditions)]).toEqual(Object.keys(Conditions));
    // A resource that may be missing is used only under its condition.
    for (const [name, { Condition }] of Object.entries(Resources)) {
      const users = [...Object.values(Resources), ...Object.values(Outputs)].filter((user) =>
        references(user).includes(name),
      );
      if (Condition) expect(users.map((user) => user.Condition)).toEqual(users.map(() => Condition));
    }
  });

  it('sends the events of the marketplace with the secret, which it does not show', () => {
    expect(Parameters.EventSecret?.NoEcho).toBe(true);
    const text = JSON.stringify(Resources);
    expect(text).toContain('"source":["aws.agreement-marketplace"]');
    expect(text).toContain('"ApiKeyName":"X-Tessera-Event-Secret"');
    expect(JSON.stringify(Outputs)).not.toContain('EventSecret');
  });

  it('grants the rights that the connection tries, to whoever names the external id', () => {
    const { AssumeRolePolicyDocument: trust, Policies: policies } = Resources.SellerRole?.Properties ?? {};
    expect(JSON.stringify(trust)).toContain('"sts:ExternalId":{"Ref":"ExternalId"}');
    const port = readFileSync(
      new URL('../../src/core/marketplace/licences/licence-service.ts', import.meta.url),
      'utf8',
    );
    const [rights = ''] = /type SellerRight =[^;]*;/.exec(port) ?? [];
    const tried = [...rights.matchAll(/'(\w+)'/g)].map(([, right]) => `aws-marketplace:${right}`);
    const granted = JSON.stringify(policies).match(/aws-marketplace:\w+/g) ?? [];
    expect(granted.toSorted()).toEqual(tried.toSorted());
  });
});
