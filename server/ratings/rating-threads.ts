/** Facts are kept and boards computed in threads of their own, so that neither ever holds up a vote. */
import type { Deps } from '../platform/deps.ts'
import type { ContestantVotes } from './vote-store/contestant-votes.ts'
import type { ComputedDifferences } from './vote-store/differences-of.ts'
import type {
  StoreState,
  BoardTask,
  ComputedBoard,
  CountedPairs,
  ContestantVotesTask,
  DifferencesTask,
  PairsTask,
  Task,
} from './rating-thread.ts'
import { Thread } from './thread.ts'

const thread = new Thread(new URL('./rating-thread.ts', import.meta.url))

type Of = Pick<Deps, 'connectionString'>

/** How far the facts of an arena are that are out until then. */
export const storeState = (deps: Of, arenaId: number, until: Date | null): Promise<StoreState> =>
  ask(deps, arenaId, until, null)

/** The board of a view as of now; a preview where one is welcome and the board itself takes long. */
export const boardFromStore = (
  deps: Of,
  arenaId: number,
  until: Date | null,
  board: BoardTask,
): Promise<ComputedBoard> => ask(deps, arenaId, until, board)

/** Who beat whom how often in a view, as of now. */
export const pairsFromStore = (
  deps: Of,
  arenaId: number,
  until: Date | null,
  pairs: PairsTask,
): Promise<CountedPairs> => ask(deps, arenaId, until, pairs)

/** How one contestant fared on each prompt of a view, as of now. */
export const contestantVotesFromStore = (
  deps: Of,
  arenaId: number,
  until: Date | null,
  one: ContestantVotesTask,
): Promise<ContestantVotes> => ask(deps, arenaId, until, one)

/** How one contestant differs from the others of a view, as of now. */
export const differencesFromStore = (
  deps: Of,
  arenaId: number,
  until: Date | null,
  wanted: DifferencesTask,
): Promise<ComputedDifferences> => ask(deps, arenaId, until, wanted)

/** Throws away all that the threads know, whatever they are doing; what is asked for next is read anew. */
export const restartRatingThread = (): Promise<void> => thread.kill()

function ask<Answer>(
  { connectionString }: Of,
  arenaId: number,
  until: Date | null,
  wanted: Task['wanted'],
): Promise<Answer> {
  const task: Task = { url: connectionString, arenaId, until, wanted }
  return thread.ask(task)
}
