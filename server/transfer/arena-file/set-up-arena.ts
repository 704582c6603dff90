import { arenaNamed } from '../../arenas/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ImportResult } from '../import/arena-import.ts'
import { importInto } from '../import/import-into.ts'
import { ArenaFileError } from './arena-file-error.ts'
import type { ArenaPlan } from './arena-plan.ts'

/**
 * Creates the arena that an arena.yaml describes, or brings it to what the file says, in one transaction: providers,
 * contestants, prompts, answers made elsewhere, rubrics, judges and checks. Contestants that the file names no longer
 * stay, and are named in the result; prompts that it names no longer are retired, and come back with it; judges and checks that it names no longer are asked no more.
 * @throws {ArenaFileError} when the file has problems, also such as would only keep calls from being made
 * @throws {ProblemError} when a contestant changed behind answers that were shown, judged or voted on
 */
export async function setUpArena(
  deps: Deps,
  { incoming, problems }: Pick<ArenaPlan, 'incoming' | 'problems'>,
): Promise<{ arena: Arena; result: ImportResult }> {
  if (!incoming || problems.length > 0) throw new ArenaFileError(problems)
  const result = await importInto(deps, incoming)
  return { arena: await arenaNamed(deps.db, result.arena), result }
}
