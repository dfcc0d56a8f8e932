import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

const resolutions = {
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  node16: { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
};

/** Writes the files into the project, and returns the compiler's messages about them and the library's declarations. */
export async function typeCheck(
  project: string,
  resolution: keyof typeof resolutions,
  files: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const paths = Object.keys(files).map((name) => join(project, name));
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(project, name), text)));
  const program = ts.createProgram(paths, {
    target: ts.ScriptTarget.ES2023,
    ...resolutions[resolution],
    jsx: ts.JsxEmit.ReactJSX,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    typeRoots: [join(project, 'node_modules/@types')],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipDefaultLibCheck: true,
  });
  // The declarations of other packages are not ours to check.
  const checked = program
    .getSourceFiles()
    .filter(({ fileName }) => paths.includes(fileName) || fileName.includes('/@tessera/client/'));
  if (checked.length <= paths.length) throw new Error('The library was not found');
  return checked.flatMap((file) =>
    [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) =>
        `${file.fileName.slice(project.length + 1)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    ),
  );
}
