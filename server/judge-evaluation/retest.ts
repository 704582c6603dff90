/**
 * Retest: one judge on the same answers several times, and two judges on the same answers. It needs no human votes,
 * calls no model and stores nothing.
 */
import type { RetestReport, RunToRun, JudgeSwap, SwappedContestant } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { currentPublication, type Publication } from '../platform/postgres/publishing.ts'
import { queryRows } from '../platform/postgres/query.ts'
import type { Db } from '../platform/schema.ts'
import { runToRun, tallyAgreement } from '../../shared/stats/judges/agreement.ts'
import { wilsonInterval } from '../../shared/stats/numbers/distributions.ts'
import { clusteredMean } from '../../shared/stats/intervals/clustered-mean.ts'
import { kendallTauB } from '../../shared/stats/compare/rank-correlation.ts'
import { NORMAL_95 } from '../../shared/stats/intervals/comparison.ts'
import { toRating } from '../../shared/stats/fit/likelihood.ts'
import type { Deviations } from '../../shared/stats/board/covariance.ts'
import { TIE_POINTS } from '../../shared/stats/fit/votes.ts'
import { agreementFigures, PARTS, selectContestants } from './tallies.ts'
import { dueRechecks } from './due-rechecks.ts'
import { verdictsOfJudges } from './jury.ts'
import { fittedBoard, type CountedPair, type FittedBoard } from './compare-boards.ts'

/** How much verdicts change if a judge is asked again, and how much results change if another judge replaces it. */
export async function retestReport(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Pick<Arena, 'id' | 'slug' | 'settings'>,
): Promise<RetestReport> {
  const { db } = deps
  const { id, slug } = arena
  const names = new Map(
    (await selectContestants(db, id)).map(({ id: contestant, name }) => [contestant, name]),
  )
  const contestantName = (contestant: number) => names.get(contestant)!
  const runs = await selectRepeatedVerdicts(db, id)
  const shared = await selectJudgedByBoth(db, id, await currentPublication({ db }))
  const grouped = <T extends { criterion: string }>(all: readonly T[], readJudge: (row: T) => unknown) => [
    ...Map.groupBy(all, (row) => JSON.stringify([readJudge(row), row.criterion])).values(),
  ]
  return {
    arena: slug,
    repeats: grouped(runs, ({ judge }) => judge).map((verdicts) =>
      describeRunToRun(verdicts, contestantName),
    ),
    swaps: grouped(shared, ({ judges }) => judges).map((votes) => describeSwap(votes, contestantName)),
    due: await dueRechecks(deps, arena),
  }
}

/** Pairs of answers that one version of a judge judged at least twice; for each judge, its latest such version. */
const selectRepeatedVerdicts = (db: Db, arenaId: number): Promise<RepeatedVerdicts[]> =>
  queryRows<RepeatedVerdicts>(db)`
    with again as (
      select distinct judge_version_id, criteria, sorted(answer_ids) as answers from judgements
      where arena_id = ${arenaId} and repeat > 0 and status = 'done' and form = 'pairwise' and climb_epoch is null),
    verdicts as (
      select j.id, j.judge_version_id as version, sorted(j.answer_ids) as answers, j.repeat, k.key as criterion,
        j.answer_ids[1] < j.answer_ids[2] as in_order,
        min(k.value->>'verdict') filter (where c.shown = 'first') as first,
        min(k.value->>'verdict') filter (where c.shown = 'second') as second
      from judgements j
      join again g on g.judge_version_id = j.judge_version_id and g.criteria = j.criteria
        and g.answers = sorted(j.answer_ids)
      join calls c on c.arena_id = j.arena_id and c.judgement_id = j.id and c.status = 'ok' and c.verdicts is not null,
        jsonb_each(c.verdicts) k
      where j.arena_id = ${arenaId} and j.status = 'done' and j.climb_epoch is null and not j.live
      group by j.arena_id, j.id, k.key),
    scored as (
      select version, answers, criterion, array_agg(
        case when first = 'first' and second = 'second' then in_order::int
          when first = 'second' and second = 'first' then (not in_order)::int else ${TIE_POINTS}::float8 end order by repeat)::float8[] as scores
      from verdicts group by version, answers, criterion having count(*) > 1),
    latest as (select v.judge, max(v.id) as version from judge_versions v
      where v.arena_id = ${arenaId} and v.id in (select version from scored) group by v.judge)
    select l.judge, s.version, s.criterion, a.contestant_id as first, z.contestant_id as second, s.scores
    from scored s join latest l on l.version = s.version
    join answers a on a.arena_id = ${arenaId} and a.id = s.answers[1]
    join answers z on z.arena_id = ${arenaId} and z.id = s.answers[2]
    order by l.judge, s.criterion, s.answers`

/** The counted votes of any two judges on the same answers under the same criterion. */
const selectJudgedByBoth = (
  db: Db,
  arenaId: number,
  publication: Publication | null,
): Promise<JudgedByBoth[]> =>
  queryRows<JudgedByBoth>(db)`
    with verdicts as materialized (
      select *, case verdict when 'left' then 1 when 'right' then 0 else ${TIE_POINTS}::float8 end as score
      from (${verdictsOfJudges(arenaId, publication)}) s)
    select array[a.rater, z.rater] as judges, a.criterion, a.prompt_id as prompt, a.low, a.high, array[a.score, z.score] as scores
    from verdicts a join verdicts z using (criterion, prompt_id, low, high) where a.rater < z.rater
    order by a.rater, z.rater, a.criterion, a.prompt_id, a.low, a.high`

/** How often repeated verdicts of one version of a judge agree under one criterion. */
function describeRunToRun(
  all: readonly RepeatedVerdicts[],
  contestantName: (id: number) => string,
): RunToRun {
  const { judge, version, criterion } = all[0]
  const { examined, unanimous, again, within, total, ownShare } = runToRun(all.map(({ scores }) => scores))
  const runs = Math.max(...all.map(({ scores }) => scores.length))
  return {
    judge,
    version,
    criterion,
    runs,
    pairs: examined,
    again: agreementFigures(again),
    unanimous: {
      hits: unanimous,
      n: examined,
      share: examined > 0 ? unanimous / examined : null,
      interval: wilsonInterval(unanimous, examined),
    },
    variance: { betweenRuns: within, total, share: ownShare },
    winRates: winRatesByRun(
      all.filter(({ scores }) => scores.length === runs),
      runs,
      contestantName,
    ),
  }
}

function winRatesByRun(
  all: readonly RepeatedVerdicts[],
  runs: number,
  contestantName: (id: number) => string,
): RunToRun['winRates'] {
  const sides = all.flatMap(({ first, second, scores }) => [
    { contestant: first, scores },
    { contestant: second, scores: scores.map((score) => 1 - score) },
  ])
  return [...Map.groupBy(sides, ({ contestant }) => contestant)]
    .map(([contestant, inPairs]) => {
      const byRun = Array.from(
        { length: runs },
        (_, run) => inPairs.reduce((sum, { scores }) => sum + scores[run], 0) / inPairs.length,
      )
      return {
        contestant: contestantName(contestant),
        votes: inPairs.length,
        byRun,
        deviation: standardDeviation(byRun),
      }
    })
    .sort((a, b) => b.byRun[0] - a.byRun[0] || (a.contestant < b.contestant ? -1 : 1))
}

function standardDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

/** How win rates, ratings and ranks under one criterion change when the second judge replaces the first. */
function describeSwap(all: readonly JudgedByBoth[], contestantName: (id: number) => string): JudgeSwap {
  const { judges, criterion } = all[0]
  const cells = all.map(({ scores }) => scores)
  const ratings = swappedRatings(all)
  const ids = [...new Set(all.flatMap(({ low, high }) => [low, high]))]
  const contestants = ids
    .map((id): SwappedContestant => ({
      contestant: contestantName(id),
      ...ratesInSwap(id, all),
      ...(ratings.get(id) ?? { ratings: null, ratingShift: null, ratingInterval: null, ranks: null }),
    }))
    .sort((a, b) => b.winRates[0] - a.winRates[0] || (a.contestant < b.contestant ? -1 : 1))
  const ranked = [...ratings.values()]
  return {
    judges,
    criterion,
    pairs: all.length,
    prompts: new Set(all.map(({ prompt }) => prompt)).size,
    agreement: agreementFigures(tallyAgreement(cells)),
    decisive: agreementFigures(tallyAgreement(cells.filter((scores) => !scores.includes(TIE_POINTS)))),
    contestants,
    ranksChanged: ranked.filter(({ ranks }) => ranks[0] !== ranks[1]).length,
    ranked: ranked.length,
    tau: kendallTauB(
      Float64Array.from(ranked, (contestant) => contestant.ratings[0]),
      Float64Array.from(ranked, (contestant) => contestant.ratings[1]),
    ),
  }
}

/** Win rates of one contestant by both judges, and their difference with its interval. Both judges saw the same prompts. */
function ratesInSwap(id: number, all: readonly JudgedByBoth[]) {
  const votes = all
    .filter(({ low, high }) => low === id || high === id)
    .map(({ low, prompt, scores: [a, b] }) => ({ prompt, scores: low === id ? [a, b] : [1 - a, 1 - b] }))
  const points = (judge: 0 | 1) => votes.reduce((sum, { scores }) => sum + scores[judge], 0)
  // differences are between -1 and 1, and clusteredMean needs shares from 0 to 1
  const halves = votes.map(({ scores }) => (scores[1] - scores[0] + 1) / 2)
  const moved = clusteredMean(
    halves,
    votes.map(({ prompt }) => prompt),
  )!
  const difference = (half: number) => 2 * half - 1
  return {
    votes: votes.length,
    winRates: [points(0) / votes.length, points(1) / votes.length] as [number, number],
    winRateShift: (points(1) - points(0)) / votes.length,
    winRateInterval: moved.interval && (moved.interval.map(difference) as [number, number]),
  }
}

interface SwappedRating {
  ratings: [number, number]
  ratingShift: number
  ratingInterval: [number, number] | null
  ranks: [number, number]
}

const ROUNDS = 200
const SEED = 1

/**
 * The ratings by two judges on the same pairs of answers, for contestants that both can rate, and their differences.
 * Both boards are resampled with the same weights for the same prompts, so that noise from prompts cancels out.
 */
function swappedRatings(all: readonly JudgedByBoth[]): Map<number, SwappedRating> {
  const ids = [...new Set(all.flatMap(({ low, high }) => [low, high]))].sort((a, b) => a - b)
  const contestants = ids.map((id) => ({ id, name: '', family: null, model: null }))
  const boards = ([0, 1] as const).map((judge) => fittedBoard(countedBy(all, judge), contestants))
  const sharedIds = ids.filter((id) => boards.every((board) => board.ids.includes(id)))
  if (sharedIds.length < 2) return new Map()
  const centred = boards.map((board) => centredOn(board, sharedIds))
  const ranks = centred.map(({ theta }) => ranksByStrength(theta))
  return new Map(
    sharedIds.map((id, i) => {
      const ratings = centred.map(({ theta }) => toRating(theta[i])) as [number, number]
      const ratingShift = ratings[1] - ratings[0]
      const moved = centred[0].rounds.map((round, r) => centred[1].rounds[r][i] - round[i])
      const half = NORMAL_95 * (toRating(standardDeviation(moved)) - toRating(0))
      return [
        id,
        {
          ratings,
          ratingShift,
          ratingInterval: half > 0 ? [ratingShift - half, ratingShift + half] : null,
          ranks: [ranks[0][i], ranks[1][i]],
        },
      ]
    }),
  )
}

/** Assigns prompts evenly to the parts by which votes are resampled. */
function countedBy(all: readonly JudgedByBoth[], judge: 0 | 1): CountedPair[] {
  const prompts = [...new Set(all.map(({ prompt }) => prompt))].sort((a, b) => a - b)
  const partByPrompt = new Map(prompts.map((prompt, i) => [prompt, i % PARTS]))
  const cells = Map.groupBy(all, ({ low, high, prompt }) => `${low} ${high} ${partByPrompt.get(prompt)}`)
  return [...cells.values()]
    .map((cell) => {
      const { low, high, prompt } = cell[0]
      const countScore = (score: number) => cell.filter(({ scores }) => scores[judge] === score).length
      return {
        low,
        high,
        part: partByPrompt.get(prompt)!,
        lowWins: countScore(1),
        highWins: countScore(0),
        ties: countScore(TIE_POINTS),
      }
    })
    .sort((a, b) => a.low - b.low || a.high - b.high || a.part - b.part)
}

/** Strengths of some contestants and their bootstrap deviations, each centred on the mean of these contestants. */
function centredOn({ ids, theta, rounds }: FittedBoard, contestantIds: readonly number[]) {
  const places = contestantIds.map((id) => ids.indexOf(id))
  const drawn: Deviations = rounds(ROUNDS, SEED)
  const row = (r: number) => centre(places.map((place) => drawn.values[r * drawn.contestants + place]))
  return {
    theta: centre(places.map((place) => theta[place])),
    rounds: Array.from({ length: drawn.rounds }, (_, r) => row(r)),
  }
}

function centre(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.map((value) => value - mean)
}

const ranksByStrength = (theta: readonly number[]): number[] =>
  theta.map((strength) => 1 + theta.filter((rival) => rival > strength).length)

/** The verdicts of one judge on the same two answers, one for each time it was asked. */
interface RepeatedVerdicts {
  judge: string
  version: number
  criterion: string
  /** Contestants, ordered by answer id; the scores are those of `first`. */
  first: number
  second: number
  scores: number[]
}

/** The votes of two judges on the same two answers. */
interface JudgedByBoth {
  judges: [string, string]
  criterion: string
  prompt: number
  low: number
  high: number
  /** The score of `low`, by the first judge and by the second. */
  scores: [number, number]
}
