import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { World } from '../support/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());

interface Operation {
  responses?: Record<string, { headers?: unknown }>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { responses?: unknown; headers?: unknown };
}

/** The portal throws every error as one type and reads no typed header of a response. */
function withoutErrors(document: Document): Document {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if (Number(status) < 400) delete response.headers;
      else delete operation.responses?.[status];
    }
  }
  delete document.components.responses;
  delete document.components.headers;
  return document;
}

/** Drops members that are `never`, objects of nothing else, and the headers of responses. */
function withoutNever(nodes: readonly ts.Node[]): ts.Node[] {
  const isNothing = ({ name, type }: ts.PropertySignature) =>
    type?.kind === ts.SyntaxKind.NeverKeyword ||
    (type !== undefined &&
      ts.isTypeLiteralNode(type) &&
      (type.members.length === 0 || (isHeaders(name) && type.members.every(isUnknown))));
  const isHeaders = (name: ts.PropertyName) => ts.isIdentifier(name) && name.text === 'headers';
  const isUnknown = (member: ts.TypeElement) =>
    ts.isIndexSignatureDeclaration(member) && member.type.kind === ts.SyntaxKind.UnknownKeyword;
  return nodes.map(
    (node) =>
      ts.transform(node, [
        (context) => (root) => {
          const visit = (child: ts.Node): ts.Node | undefined => {
            const visited = ts.visitEachChild(child, visit, context);
            return ts.isPropertySignature(visited) && isNothing(visited) ? undefined : visited;
          };
          return ts.visitEachChild(root, visit, context);
        },
      ]).transformed[0] as ts.Node,
  );
}

it("the portal's types match the admin API (npm run generate)", async () => {
  const answer = await fetch(`${world.service.url}/api/admin/v1/openapi.json`);
  const document = withoutErrors((await answer.json()) as Document);
  const types = astToString(withoutNever(await openapiTS(document as never)));
  await expect(
    `// Written by \`npm run generate\` from the document of the admin API.\n\n${types}`,
  ).toMatchFileSnapshot('../../portal/api/admin-api.generated.ts');
});
