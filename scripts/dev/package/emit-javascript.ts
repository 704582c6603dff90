import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const SOURCES = [
  'clients/typescript/*.ts',
  'migrations/*.ts',
  'scripts/cli/**/*.ts',
  'scripts/deadheat.ts',
  'server/**/*.ts',
  'shared/**/*.ts',
]

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.ESNext,
  rewriteRelativeImportExtensions: true,
  verbatimModuleSyntax: true,
}

const THREAD = /(new URL\('\.[^']+)\.ts(', import\.meta\.url\))/g

/** Names the files of threads as the package has them. The compiler rewrites imports alone. */
export const namedAsJavaScript = (code: string): string => code.replace(THREAD, '$1.js$2')

/** Writes each source as one JavaScript file at the same place, so that a stack trace names it. */
export function emitJavaScript(root: string, target: string): void {
  for (const path of globSync(SOURCES, { cwd: root, exclude: ['**/*.d.ts', '**/*.d.mts'] })) {
    const { outputText } = ts.transpileModule(readFileSync(join(root, path), 'utf8'), {
      compilerOptions: OPTIONS,
      fileName: path,
    })
    const file = join(target, path.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, namedAsJavaScript(outputText))
  }
}
