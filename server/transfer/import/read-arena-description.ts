import type { Warning } from '../../../shared/contracts/index.ts'
import { ArenaFileError } from '../arena-file/arena-file-error.ts'
import { checkArena } from '../arena-file/check-arena.ts'
import { FileError } from '../formats/file-error.ts'
import type { ArenaImport } from './arena-import.ts'
import { msg } from '../../../shared/messages/index.ts'

/** An import calls no model, so it needs neither keys nor prices. */
const NO_CALLS = { env: {}, prices: { rows: [] }, now: new Date(0) }

/**
 * Reads an arena.yaml with the files beside it that it names.
 * @returns a warning for each file with unusable rows
 * @throws {FileError} if it describes an arena of another slug, or has problems; the error lists all. With `strict`,
 *   unusable rows are problems too
 */
export async function readArenaDescription(
  path: string,
  slug: string,
  incoming: ArenaImport,
  strict: boolean,
): Promise<Warning[]> {
  const plan = await checkArena(path, NO_CALLS)
  const wrong = plan.problems.filter(
    ({ stops, path: at }) => stops === 'all' || !plan.incoming || (strict && at === null),
  )
  if (wrong.length > 0 || !plan.incoming) throw new ArenaFileError(wrong)
  if (plan.slug !== slug) throw new FileError(msg('other_arena_described', { path, arena: plan.slug }))
  const { arena, contestants, prompts, answers, setUp } = plan.incoming
  incoming.arena = arena
  incoming.setUp = setUp
  incoming.contestants.push(...contestants)
  for (const prompt of prompts) incoming.prompts.push(prompt)
  for (const answer of answers) incoming.answers.push(answer)
  return plan.leftOut
}
