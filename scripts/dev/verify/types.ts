/**
 * Checks the types of all but the page and, with the same compiler, all promises. The compiler stores its state in
 * `node_modules/.cache` and reads only files that may be affected by a change since the last clean check.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { floatingPromises, floatingPromisesIn } from './floating-promises.ts'

/**
 * Every type error and every promise that nobody waits for, one line each with its place.
 * @param cacheFile where the compiler stores its state between checks; null: nowhere
 */
export function typeProblems(tsconfig: string, cacheFile: string | null): string[] {
  const { config } = ts.readConfigFile(tsconfig, ts.sys.readFile)
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, dirname(tsconfig))
  const options: ts.CompilerOptions = {
    ...parsed.options,
    ...(cacheFile !== null && { incremental: true, tsBuildInfoFile: cacheFile }),
  }
  const builder = ts.createIncrementalProgram({
    rootNames: parsed.fileNames,
    options,
    createProgram: ts.createSemanticDiagnosticsBuilderProgram,
  })
  const checker = builder.getProgram().getTypeChecker()
  const projectFiles = new Set(parsed.fileNames)
  const floating: string[] = []
  for (let next = nextFile(builder); next; next = nextFile(builder))
    for (const file of 'fileName' in next.affected ? [next.affected] : next.affected.getSourceFiles())
      if (projectFiles.has(file.fileName)) floating.push(...floatingPromisesIn(file, checker))
  const diagnostics = [
    ...parsed.errors,
    ...builder.getOptionsDiagnostics(),
    ...builder.getGlobalDiagnostics(),
    ...builder.getSyntacticDiagnostics(),
    ...builder.getSemanticDiagnostics(),
  ]
  // a file with a floating promise must be read again next time, though its types are right
  if (cacheFile !== null && floating.length === 0) {
    mkdirSync(dirname(cacheFile), { recursive: true })
    builder.emit()
  }
  return [...diagnostics.map(lineOf), ...floating]
}

const nextFile = (builder: ts.SemanticDiagnosticsBuilderProgram) =>
  builder.getSemanticDiagnosticsOfNextAffectedFile()

function lineOf({ file, start, code, messageText }: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n')
  if (!file || start === undefined) return `TS${code}: ${text}`
  const { line, character } = file.getLineAndCharacterOfPosition(start)
  return `${relative(process.cwd(), file.fileName)}:${line + 1}:${character + 1}: TS${code}: ${text}`
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../../..')
  const page = join(root, 'web/tsconfig.json')
  const cacheFile = join(root, 'node_modules/.cache/types', `${basename(root)}.tsbuildinfo`)
  const lines = [
    ...typeProblems(join(root, 'tsconfig.json'), cacheFile),
    // svelte-check checks the types of the page
    ...(existsSync(page) ? floatingPromises(page) : []),
  ]
  for (const line of lines) console.log(line)
  process.exitCode = lines.length > 0 ? 1 : 0
}
