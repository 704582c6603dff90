import { importInto, type ImportResult } from '../../server/transfer/index.ts'
import { filesInPlace, sentImport, type ImportOptions } from '../../server/transfer/import/read-import.ts'
import type { Warning } from '../../shared/contracts/index.ts'
import type { TestApp } from './app.ts'

interface FilesToImport extends Partial<ImportOptions> {
  slug: string
  file: string
  prompts?: string | undefined
  answers?: string | undefined
}

/** Imports files of this machine, as a command does. */
export async function importFiles(
  deps: TestApp['deps'],
  { slug, file, prompts, answers, ...how }: FilesToImport,
): Promise<{ result: ImportResult; warnings: Warning[]; tool: string | null }> {
  const paths = [prompts, answers, file].flatMap((path) => path ?? [])
  const files = filesInPlace({ files: new Map(paths.map((path) => [path, path])) })
  const kinds = new Map<string, 'prompts' | 'answers'>()
  if (prompts !== undefined) kinds.set(prompts, 'prompts')
  if (answers !== undefined) kinds.set(answers, 'answers')
  const read = sentImport(slug, { ...files, kinds }, { strict: false, orders: 'merge', ...how })
  const result = await importInto(deps, read.incoming)
  const warnings = [...read.warnings, ...read.files.flatMap(({ leftOut }) => leftOut ?? [])]
  return { result, warnings, tool: read.files.find(({ tool }) => tool !== undefined)?.tool ?? null }
}
