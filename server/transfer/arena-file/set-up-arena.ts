import { arenaNamed } from '../../arenas/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { ImportResult } from '../import/arena-import.ts'
import { importInto } from '../import/import-into.ts'
import type { ImportDeps } from '../import/import-into.ts'
import { ArenaFileError } from './arena-file-error.ts'
import type { ArenaPlan } from './arena-plan.ts'

/**
 * Creates the arena that an arena.yaml describes, or updates it, in one transaction. It writes providers,
 * contestants, prompts, answers made elsewhere, rubrics, judges and checks. Contestants that the file no longer names
 * stay, and the result lists them. Prompts that it no longer names are retired until it names them again. Judges and
 * checks that it no longer names are not asked any more.
 * @throws {ArenaFileError} if the file has problems, including those that only prevent calls
 * @throws {ProblemError} if a contestant changed after its answers were shown, judged or voted on
 */
export async function setUpArena(
  deps: ImportDeps,
  { incoming, problems }: Pick<ArenaPlan, 'incoming' | 'problems'>,
): Promise<{ arena: Arena; result: ImportResult }> {
  if (!incoming || problems.length > 0) throw new ArenaFileError(problems)
  const result = await importInto(deps, incoming)
  return { arena: await arenaNamed(deps.db, result.arena), result }
}
