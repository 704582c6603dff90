import type { ImportReceipt } from '../../../shared/contracts/index.ts'
import type { SentFiles } from '../arena-file/files-beside.ts'
import { importInto } from './import-into.ts'
import type { ImportDeps } from './import-into.ts'
import { readSent } from './read-sent.ts'

/**
 * Imports sent files into an existing arena, all of them or none.
 * @param deps `hasRead` is called when all files are read and nothing is written yet
 * @param wanted the arena; `dryRun`: return the result and store nothing
 * @throws {ProblemError} invalid_request if a file cannot be used, or if a text that was voted on would change
 */
export async function importSent(
  deps: ImportDeps & { hasRead(): void },
  { slug, orders, dryRun }: { slug: string; orders: 'merge' | 'separate'; dryRun: boolean },
  sent: SentFiles,
): Promise<ImportReceipt> {
  const { incoming, files, warnings } = await readSent(slug, sent, orders)
  deps.hasRead()
  const result = await importInto(deps, incoming, dryRun)
  return {
    arena: slug,
    dryRun,
    files,
    contestantsAdded: result.contestantsAdded,
    promptsAdded: result.promptsAdded,
    answersAdded: result.answersAdded,
    votesAdded: result.votesAdded,
    votesAlreadyThere: result.votesAlreadyThere,
    promptsWithoutText: result.promptsWithoutText,
    mostlyNew: result.contestantsAdded > result.contestants / 2,
    warnings,
  }
}
