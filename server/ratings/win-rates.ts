/** Everybody's win rate against one contestant, from the votes on the two alone. */
import { sql } from 'kysely'
import type { Board } from '../../shared/contracts/index.ts'
import { UNKNOWN_STYLE } from '../../shared/contracts/votes.ts'
import { columnsFromRows, type RatedVote, type VoteTable } from '../../shared/votes/vote-table.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { currentPublication } from '../platform/postgres/publishing.ts'
import type { Db } from '../platform/schema.ts'
import { countedVotes, type VoteSelection } from '../votes/index.ts'
import { counting, currentPairs, latestFigure, unknownContestantProblem } from './current-votes.ts'
import type { CountedPairs } from './rating-thread.ts'
import { baselineReport, type BaselineWinRate } from './reports/baseline.ts'
import { currentSnapshot } from './snapshots.ts'
import type { ArenaView } from './view.ts'

type PairContestant = CountedPairs['contestants'][number]

interface ChosenBaseline {
  baseline: PairContestant
  chosenBy: 'request' | 'plan' | 'most_met'
}

export interface WinRatesAgainst {
  /** Null if there are no votes and no baseline was requested. */
  chosen: ChosenBaseline | null
  rows: BaselineWinRate[]
  /** The board of the same view. */
  board: Board
}

/** Of the win rate of one contestant, roughly. */
const ROW_BYTES = 500

/**
 * Everybody's win rate against one contestant, plain and with lengths controlled, from the published votes on the two
 * alone. `rate --baseline` reports the same for an export of the view.
 * @param requestedBaseline  name or slug; null: the baseline of the arena's plan, else the contestant that met most others
 * @throws {ProblemError} invalid_request when the arena has none of that name
 */
export async function currentWinRates(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  requestedBaseline: string | null,
): Promise<WinRatesAgainst> {
  const chosen = chooseBaseline(arena, await currentPairs(deps, arena, view), requestedBaseline)
  const { board: text } = await currentSnapshot(deps, arena, view)
  const board = JSON.parse(text) as Board
  if (!chosen) return { chosen, rows: [], board }
  const { name, slug } = chosen.baseline
  const compute = async () => {
    const selection = { ...view, publication: await currentPublication(deps) }
    const votes = await counting(deps, arena, view, () =>
      selectVotesAgainst(deps.db, arena.id, name, selection),
    )
    return baselineReport(withLengths(votes), board, name)
  }
  const rows = await latestFigure(
    deps,
    arena,
    view,
    `win rates against ${slug}`,
    compute,
    ({ length }) => ROW_BYTES * length,
  )
  return { chosen, rows, board }
}

function chooseBaseline(
  arena: Arena,
  { contestants, first, second, ...counts }: CountedPairs,
  requestedBaseline: string | null,
): ChosenBaseline | null {
  const findContestant = (name: string) =>
    contestants.find((contestant) => contestant.name === name) ??
    contestants.find(({ slug }) => slug === name)
  if (requestedBaseline !== null) {
    const baseline = findContestant(requestedBaseline)
    if (!baseline)
      throw unknownContestantProblem(
        arena,
        requestedBaseline,
        contestants.map(({ name }) => name),
        'baseline',
      )
    return { baseline, chosenBy: 'request' }
  }
  const planned = arena.settings.plan?.baseline
  const ofPlan = planned === undefined ? undefined : findContestant(planned)
  if (ofPlan) return { baseline: ofPlan, chosenBy: 'plan' }
  const opponentCounts = contestants.map((baseline) => ({ baseline, opponents: 0, votes: 0 }))
  for (const [at, contestant] of first.entries())
    for (const opponent of [contestant, second[at]]) {
      opponentCounts[opponent].opponents++
      opponentCounts[opponent].votes += counts.firstWins[at] + counts.secondWins[at] + counts.ties[at]
    }
  const [most] = opponentCounts.toSorted((a, b) => b.opponents - a.opponents || b.votes - a.votes)
  return most && most.opponents > 0 ? { baseline: most.baseline, chosenBy: 'most_met' } : null
}

function withLengths(votes: readonly VoteWithLengths[]): VoteTable {
  const details = votes.map(({ lengthA, lengthB }) => ({
    styleA: { ...UNKNOWN_STYLE, length: lengthA },
    styleB: { ...UNKNOWN_STYLE, length: lengthB },
    preferenceB: null,
    difficulty: null,
    castAt: null,
  }))
  return { ...columnsFromRows(votes), details }
}

interface VoteWithLengths extends RatedVote {
  /** Unicode code points; null if the text is not known. */
  lengthA: number | null
  lengthB: number | null
}

/** SQL: the answer is the one that battle `b` showed, or that an imported vote names; by default the first. */
const isShown = (side: 'left' | 'right') => {
  const [answer, shownId] = [side === 'left' ? 'la' : 'ra', sql.ref(`b.${side}_answer_id`)]
  return sql<boolean>`case when ${shownId} is null
    then ${sql.ref(`${answer}.sample`)} = coalesce(${sql.ref(`b.${side}_sample`)}, 1)
    else ${sql.ref(`${answer}.id`)} = ${shownId} end`
}

/** The counted votes of a view on one contestant and any other, with the lengths of the answers. */
const selectVotesAgainst = (
  db: Db,
  arenaId: number,
  contestant: string,
  selection: VoteSelection,
): Promise<VoteWithLengths[]> =>
  countedVotes(db, arenaId, selection)
    .leftJoin('answers as la', (join) =>
      join
        .onRef('la.arena_id', '=', 'b.arena_id')
        .onRef('la.prompt_id', '=', 'b.prompt_id')
        .onRef('la.contestant_id', '=', 'b.left_contestant_id')
        .on(isShown('left')),
    )
    .leftJoin('answers as ra', (join) =>
      join
        .onRef('ra.arena_id', '=', 'b.arena_id')
        .onRef('ra.prompt_id', '=', 'b.prompt_id')
        .onRef('ra.contestant_id', '=', 'b.right_contestant_id')
        .on(isShown('right')),
    )
    .select([
      sql<string>`v.id::text`.as('id'),
      'l.name as contestantA',
      'r.name as contestantB',
      'v.outcome',
      'p.key as prompt',
      'p.unit_group as promptGroup',
      sql<string | null>`nullif(v.voter, v.import_key)`.as('voter'),
      'la.characters as lengthA',
      'ra.characters as lengthB',
    ])
    .where((eb) => eb.or([eb('l.name', '=', contestant), eb('r.name', '=', contestant)]))
    .execute()
