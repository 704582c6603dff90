import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { published } from '../platform/postgres/publishing.ts'
import type { ContestantVotes, ExploredVotes, PromptsByVotes } from './vote-store/votes-by-prompt.ts'
import { humanView, type ArenaView } from './view.ts'
import { fromStore } from './rating-threads.ts'
import { Mutex } from '../platform/mutex.ts'
import { ProblemError } from '../platform/problem.ts'
import { msg } from '../../shared/messages/index.ts'

/**
 * The published votes of a view on one contestant, prompt by prompt, with some example votes. For a view powered by
 * judges only people's votes count.
 */
export async function currentContestantVotes(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  contestant: string,
): Promise<ContestantVotes> {
  const publication = await published(deps)
  return fromStore(deps, arena.id, publication, { votesOn: contestant, view: humanView(view) })
}

/** The most requests that may wait. They are counted one after another: each scans all votes of its arena. */
const MOST_WAITING = 8

const queue = new Mutex()
let waiting = 0

/**
 * The published votes of a view on some contestants, by their names: on the prompts with these keys, or on those that
 * their votes select. For a view powered by judges only people's votes count.
 * @throws {ProblemError} too_many_requests when too many requests are waiting
 */
export const currentExploredVotes = (
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  contestants: readonly string[],
  asked: readonly string[] | PromptsByVotes,
): Promise<ExploredVotes> =>
  inTurn(async () =>
    fromStore(deps, arena.id, await published(deps), {
      explored: contestants,
      view: humanView(view),
      asked,
    }),
  )

/**
 * The ids of the newest published votes of a view on one contestant on one prompt, the latest first.
 * @param cell  the name of the contestant, the key of the prompt, and how many votes at most
 * @throws {ProblemError} too_many_requests when too many requests are waiting
 */
export const currentCellVotes = (
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  cell: { contestant: string; prompt: string; most: number },
): Promise<number[]> =>
  inTurn(async () =>
    fromStore(deps, arena.id, await published(deps), {
      cell,
      view: humanView(view),
    }),
  )

async function inTurn<Counted>(count: () => Promise<Counted>): Promise<Counted> {
  if (waiting >= MOST_WAITING) throw new ProblemError('too_many_requests', msg('many_visitors'))
  waiting++
  return queue.run(count).finally(() => waiting--)
}
