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

type StoreRequest = NonNullable<Task['request']>

/** What the rating thread answers to a request. */
type AnswerTo<Request extends StoreRequest> = Request extends BoardTask
  ? ComputedBoard
  : Request extends PairsTask
    ? CountedPairs
    : Request extends ContestantVotesTask
      ? ContestantVotes
      : Request extends ExploreTask
        ? ExploredVotes
        : Request extends CellTask
          ? number[]
          : Request extends DifferencesTask
            ? ComputedDifferences
            : Request extends DaysTask
              ? VotedDays
              : Request extends ReportsTask
                ? ComputedReports
                : never

/**
 * Asks the votes of an arena, those of a publication alone, for what its type says: the board of a view (a preview if one
 * is allowed and the board is slow to compute), who beat whom, votes by prompt, differences, days or reports.
 */
export const fromStore = <Request extends StoreRequest>(
  { connectionString: url }: Pick<Deps, 'connectionString'>,
  arenaId: number,
  publication: Publication | null,
  request: Request,
): Promise<AnswerTo<Request>> => thread.ask({ url, arenaId, publication, request } satisfies Task)

/** How many votes and changes an arena has, of those of a publication. */
export const storeState = (
  { connectionString: url }: Pick<Deps, 'connectionString'>,
  arenaId: number,
  publication: Publication | null,
): Promise<StoreState> => thread.ask({ url, arenaId, publication, request: null } satisfies Task)

/** Ends the rating thread, even during a task. The next task starts it again and reads all votes again. */
export const restartRatingThread = (): Promise<void> => thread.kill()
