/** Votes are kept in memory and boards computed in threads of their own, so that neither delays a vote. */
import type { Deps } from '../platform/deps.ts'
import type { ContestantVotes, ExploredVotes } from './vote-store/votes-by-prompt.ts'
import type { ComputedDifferences } from './vote-store/differences-of.ts'
import type {
  StoreState,
  BoardTask,
  CellTask,
  ComputedBoard,
  CountedPairs,
  ContestantVotesTask,
  DaysTask,
  DifferencesTask,
  ExploreTask,
  PairsTask,
  ReportsTask,
  Task,
} from './rating-thread.ts'
import type { ComputedReports } from './reports/board-reports.ts'
import type { VotedDays } from './vote-store/days-of.ts'
import { Thread } from '../platform/jobs/thread.ts'
import type { Publication } from '../platform/postgres/publishing.ts'

const thread = new Thread(new URL('./rating-thread.ts', import.meta.url))

type DatabaseDeps = Pick<Deps, 'connectionString'>

/** How many votes and changes an arena has, of those published by `until`. */
export const storeState = (
  deps: DatabaseDeps,
  arenaId: number,
  publication: Publication | null,
): Promise<StoreState> => ask(deps, arenaId, publication, null)

/** The current board of a view; a preview if one is allowed and the board is slow to compute. */
export const boardFromStore = (
  deps: DatabaseDeps,
  arenaId: number,
  publication: Publication | null,
  board: BoardTask,
): Promise<ComputedBoard> => ask(deps, arenaId, publication, board)

/** Who beat whom how often in a view now. */
export const pairsFromStore = (
  deps: DatabaseDeps,
  arenaId: number,
  publication: Publication | null,
  pairs: PairsTask,
): Promise<CountedPairs> => ask(deps, arenaId, publication, pairs)

/** The current votes of a view on one contestant, by prompt. */
export const contestantVotesFromStore = (
  deps: DatabaseDeps,
  arenaId: number,
  publication: Publication | null,
  one: ContestantVotesTask,
): Promise<ContestantVotes> => ask(deps, arenaId, publication, one)

/** The current votes of a view on some contestants, by prompt. */
export const exploredFromStore = (
  deps: DatabaseDeps,
  arenaId: number,
  publication: Publication | null,
  task: ExploreTask,
): Promise<ExploredVotes> => ask(deps, arenaId, publication, task)

/** The ids of the newest votes of a view on one contestant on one prompt. */
export const cellFromStore = (
  deps: DatabaseDeps,
  arenaId: number,
  publication: Publication | null,
  task: CellTask,
): Promise<number[]> => ask(deps, arenaId, publication, task)

/** How one contestant differs from the others of a view now. */
export const differencesFromStore = (
  deps: DatabaseDeps,
  arenaId: number,
  publication: Publication | null,
  task: DifferencesTask,
): Promise<ComputedDifferences> => ask(deps, arenaId, publication, task)

/** The days on which the counted votes of a view were cast. */
export const daysFromStore = (
  deps: DatabaseDeps,
  arenaId: number,
  publication: Publication | null,
  task: DaysTask,
): Promise<VotedDays> => ask(deps, arenaId, publication, task)

/** The reports beside the board of a view now. */
export const reportsFromStore = (
  deps: DatabaseDeps,
  arenaId: number,
  publication: Publication | null,
  task: ReportsTask,
): Promise<ComputedReports> => ask(deps, arenaId, publication, task)

/** Ends the rating thread, even during a task. The next task starts it again and reads all votes again. */
export const restartRatingThread = (): Promise<void> => thread.kill()

function ask<Answer>(
  { connectionString }: DatabaseDeps,
  arenaId: number,
  publication: Publication | null,
  request: Task['request'],
): Promise<Answer> {
  const task: Task = { url: connectionString, arenaId, publication, request }
  return thread.ask(task)
}
