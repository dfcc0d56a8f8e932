import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('..', import.meta.url));
const sources = join(folder, 'src');

/** The source of each entry, by the name that applications import. */
const entries = new Map(
  Object.entries<{ types: string }>(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).exports,
  ).map(([entry, { types }]) => {
    const source = join(folder, types.replace('./dist/', 'src/').replace(/\.d\.ts$/, '.ts'));
    return [`@tessera/client${entry.slice(1)}`, existsSync(source) ? source : `${source}x`];
  }),
);

/** Examples may use a client and the id of a tenant without making them. */
const context = `declare const tessera: import('@tessera/client').Tessera<'aqueduct'>;
declare const tenantId: string;
`;

/**
 * Each example as a module beside the source that has it, by path. The example of `Register` registers a catalogue, so names
 * in the others are checked, too.
 */
function readExamples(): ReadonlyMap<string, string> {
  const examples = new Map<string, string>();
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /(?<!\.test)\.tsx?$/.test(name))) {
    const path = join(sources, file);
    const visit = (node: ts.Node): void => {
      for (const { tagName, comment } of ts.getJSDocTags(node)) {
        if (tagName.text !== 'example' || tagName.parent.parent.parent !== node) continue;
        const [, language, code] =
          /^```(tsx?)\n(.*)\n```$/s.exec(ts.getTextOfJSDocComment(comment) ?? '') ?? [];
        if (code === undefined) throw new Error(`An @example of ${file} is not a block of ts or tsx`);
        examples.set(`${path}.example-${examples.size}.${language}`, code);
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  }
  return examples;
}

/** One program for all examples: reading the types of the frameworks takes longer than checking. */
function createProgram(examples: ReadonlyMap<string, string>): ts.Program {
  const files = new Map([...examples, [join(folder, 'examples.d.ts'), context]]);
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, folder);
  Object.assign(options, {
    incremental: false,
    moduleDetection: ts.ModuleDetectionKind.Force,
    noUnusedLocals: false,
    paths: Object.fromEntries([...entries].map(([name, source]) => [name, [source]])),
  });
  const host = ts.createCompilerHost(options, true);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = files.get(name);
    if (text === undefined) return getSourceFile(name, version, ...rest);
    return ts.createSourceFile(name, text, version, true);
  };
  return ts.createProgram([...entries.values(), ...files.keys()], options, host);
}

interface Documentation {
  readonly name: string;
  readonly hasComment: boolean;
  readonly hasExample: boolean;
}

interface Findings {
  readonly exports: readonly Documentation[];
  /** The methods of classes and interfaces, and every member of options, properties of components, and events. */
  readonly members: readonly Documentation[];
  /** The compiler's messages about the examples. */
  readonly messages: readonly string[];
}

function readDocumentation(): Findings {
  const examples = readExamples();
  const program = createProgram(examples);
  const checker = program.getTypeChecker();

  const documentationOf = (name: string, symbol: ts.Symbol): Documentation => ({
    name,
    hasComment: symbol.getDocumentationComment(checker).length > 0,
    hasExample: symbol.getJsDocTags(checker).some((tag) => tag.name === 'example'),
  });
  const exportsOf = (source: string): readonly ts.Symbol[] => {
    const file = program.getSourceFile(source);
    const module = file && checker.getSymbolAtLocation(file);
    return module ? checker.getExportsOfModule(module) : [];
  };
  const isMethod = (member: ts.Symbol) =>
    checker.getNonNullableType(checker.getTypeOfSymbol(member)).getCallSignatures().length > 0;
  const isPublic = ({ valueDeclaration }: ts.Symbol) => {
    const name = valueDeclaration && ts.getNameOfDeclaration(valueDeclaration);
    return name?.getSourceFile().fileName.startsWith(sources) && !ts.isPrivateIdentifier(name);
  };
  const membersOf = (symbol: ts.Symbol): readonly ts.Symbol[] => {
    if (!(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface))) return [];
    const members = checker.getDeclaredTypeOfSymbol(symbol).getProperties().filter(isPublic);
    return /(Options|Props|Events)$/.test(symbol.name) ? members : members.filter(isMethod);
  };

  const exported = [...entries].flatMap(([entry, source]) =>
    exportsOf(source).map((symbol) => ({
      name: `${entry}: ${symbol.name}`,
      symbol: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    })),
  );
  return {
    exports: exported.map(({ name, symbol }) => documentationOf(name, symbol)),
    members: exported.flatMap(({ name, symbol }) =>
      membersOf(symbol).map((member) => documentationOf(`${name}.${member.name}`, member)),
    ),
    messages: [...examples].flatMap(([path, text]) => {
      const file = program.getSourceFile(path);
      const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
      return found.map(({ messageText }) => {
        const message = ts.flattenDiagnosticMessageText(messageText, '\n');
        return `${path.slice(sources.length + 1)}: ${message}\n${text}`;
      });
    }),
  };
}

describe('the comments of the library', () => {
  let findings: Findings;
  beforeAll(() => {
    findings = readDocumentation();
  });

  it('describe every export, with an example', () => {
    const names = findings.exports.map(({ name }) => name);
    expect(names).toContain('@tessera/client: createTessera');
    expect(names).toContain('@tessera/client/react: Can');
    const incomplete = findings.exports.filter(({ hasComment, hasExample }) => !hasComment || !hasExample);
    expect(incomplete.map(({ name }) => name)).toEqual([]);
  });

  it('describe every method and option', () => {
    const names = findings.members.map(({ name }) => name);
    expect(names).toContain('@tessera/client: Tessera.track');
    expect(names).toContain('@tessera/client: TesseraOptions.url');
    expect(findings.members.filter(({ hasComment }) => !hasComment).map(({ name }) => name)).toEqual([]);
  });

  it('have examples that compile', () => {
    expect(findings.messages).toEqual([]);
  });
});
