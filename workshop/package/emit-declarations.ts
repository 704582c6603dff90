import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { LIBRARIES } from './manifest.ts'

/** An import of a file, whose ending the compiler leaves as it is. */
const RELATIVE = /((?:from |import\()['"]\.[^'"]+)\.ts(['"])/g

/**
 * Writes the types of the libraries and of what they import.
 * @throws {Error} the compiler's complaint, if a type has no name to export
 */
export function emitDeclarations(root: string, target: string): void {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram({
    rootNames: Object.values(LIBRARIES).map((path) => join(root, path)),
    options: {
      ...options,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: root,
      outDir: target,
    },
  })
  const { diagnostics } = program.emit(undefined, (path, text) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text.replace(RELATIVE, '$1.js$2'))
  })
  if (diagnostics.length > 0)
    throw new Error(
      ts.formatDiagnostics(diagnostics, {
        getCurrentDirectory: () => root,
        getCanonicalFileName: (path) => path,
        getNewLine: () => '\n',
      }),
    )
  if (globSync('**/*.d.ts', { cwd: target }).length === 0) throw new Error('No types were written.')
}
