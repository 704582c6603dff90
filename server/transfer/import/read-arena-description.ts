import type { Warning } from '../../../shared/contracts/index.ts'
import { ArenaFileError } from '../arena-file/arena-file-error.ts'
import { checkArena } from '../arena-file/check-arena.ts'
import { FileError } from '../formats/file-error.ts'
import type { ArenaImport } from './arena-import.ts'
import { msg } from '../../../shared/messages/index.ts'

/** Nothing is called here, so neither keys nor prices matter. */
const NO_CALLS = { env: {}, prices: { rows: [] }, now: new Date(0) }

/**
 * An arena.yaml with the files it names, which lie beside it.
 * @returns a warning for each file in which rows were left out
 * @throws {FileError} when it describes an arena of another slug, or with all that is wrong with it; with `strict`,
 *   bad rows are wrong too
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
