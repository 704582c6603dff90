import type { ImportReceipt } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { SentFiles } from '../arena-file/files-beside.ts'
import type { Deps } from '../../platform/deps.ts'
import { importInto } from './import-into.ts'
import { readSent } from './read-sent.ts'

/**
 * Imports sent files into an existing arena, all of them or none.
 * @param how `dryRun`: return the result and store nothing
 * @throws {ProblemError} invalid_request if a file cannot be used, or if a text that was voted on would change
 */
export async function importSent(
  deps: Deps,
  { slug }: Arena,
  sent: SentFiles,
  { orders, dryRun }: { orders: 'merge' | 'separate'; dryRun: boolean },
): Promise<ImportReceipt> {
  const { incoming, files, warnings } = await readSent(slug, sent, orders)
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
