import { PEOPLE } from '../../../shared/contracts/source.ts'
import type { BoardReports, Board, ReportName } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { assembleBoard } from '../boards/assemble-board.ts'
import { countVotes } from '../boards/count-votes.ts'
import type { BoardTask } from '../vote-store/view-votes.ts'
import type { StylesByAnswer } from './answer-styles.ts'
import { styleReport, type FeatureEffect, type StyleRating, type StyleReport, withStyles } from './style.ts'
import { carefulPosition, modelFitReport } from './model-fit.ts'
import { ingredientsReport, type WithFactors } from './ingredients.ts'

const MAX_NAMES = 300
const MAX_VOTES = 500_000
/** The fewest votes for a useful interval of η. */
const MIN_VOTES = 50
const MIN_UNITS = 10

export type ComputedReports = Omit<BoardReports, 'arena' | 'view'>

/** The input of the reports of a board, ready to be sent to another thread. */
export interface ReportsInput extends Omit<BoardTask, 'counted'> {
  /** The contestants with ingredients. */
  withFactors: readonly WithFactors[]
}

export const isTooLarge = ({ table, options }: ReportsInput): boolean =>
  options.contestants!.length > MAX_NAMES || table.votes > MAX_VOTES

/**
 * The reports that the page shows beside a board, by the functions that `rate` uses. Deterministic in its input.
 * @param styles the styles of the arena's answers; null if the answers are too long together
 */
export function boardReports(input: ReportsInput, styles: StylesByAnswer | null): ComputedReports {
  const { table, options, withFactors } = input
  const counted = countVotes(table, options)
  const { cluster, groups, effectiveUnits } = counted
  const tooLarge = isTooLarge(input)
  const about = {
    votes: counted.votes,
    tooLarge,
    cluster,
    ...(groups !== undefined && { groups }),
    effectiveUnits: cluster === 'vote' ? null : effectiveUnits,
  }
  const isEmpty = tooLarge || counted.votes === 0
  const board = isEmpty ? null : assembleBoard(counted, '', { ...options, rounds: 0 })
  const isEnough = counted.votes >= MIN_VOTES && (cluster === 'vote' || effectiveUnits >= MIN_UNITS)
  const computed = Object.entries(COMPUTED).map(([name, compute]) => [
    name,
    board && compute(table, board, { withFactors, styles, isEnough }),
  ])
  return { ...about, ...(Object.fromEntries(computed) as Pick<ComputedReports, ReportName>) }
}

interface Evidence extends Pick<ReportsInput, 'withFactors'> {
  /** Null: the answers are too long together. */
  styles: StylesByAnswer | null
  /** Whether the board has enough votes on enough units. */
  isEnough: boolean
}

/** How each report of a board is computed. */
const COMPUTED: {
  [Name in ReportName]: (table: VoteTable, board: Board, evidence: Evidence) => ComputedReports[Name]
} = {
  fit: summariseFit,
  position: (table, board, { isEnough }) =>
    isEnough && board.view.source === PEOPLE ? summarisePosition(table, board) : null,
  style: (table, board, { styles, isEnough }) => styleOfBoard(table, board, styles, isEnough),
  ingredients: (table, board, { withFactors }) =>
    withFactors.length > 0 ? ingredientsReport(table, board, withFactors) : null,
}

function summariseFit(table: VoteTable, board: Board): ComputedReports['fit'] {
  const report = modelFitReport(table, board)
  if (!report) return null
  const { chiSquare, degreesOfFreedom, p, rounds } = report
  return { chiSquare, degreesOfFreedom, p, rounds }
}

function summarisePosition(table: VoteTable, board: Board): ComputedReports['position'] {
  const { votes, eta, interval, leftWins } = carefulPosition(table, board)
  return eta !== null && interval && leftWins ? { votes, eta, interval, leftWins } : null
}

type BoardStyle = NonNullable<BoardReports['style']>
type Withheld = NonNullable<BoardStyle['withheld']>
type Range = readonly [number, number]

/**
 * The smallest share of votes with the texts of both answers. With fewer, the two ratings are based on other votes
 * than the board.
 */
const MIN_KNOWN = 0.5

const WITHHELD: Record<NonNullable<StyleReport['because']>, Withheld> = {
  no_style: 'no_texts',
  too_many_contestants: 'no_estimate',
  no_estimate: 'no_estimate',
  extrapolates: 'extrapolates',
}

/**
 * Style control as the page shows it: the report of `rate --style`, withheld with a reason if it is too uncertain. If
 * prompts and voters count together, each interval is the wider of the two.
 * @param styles null if the answers are too long together
 * @param isEnough whether the board has enough votes on enough units
 */
function styleOfBoard(
  table: VoteTable,
  board: Board,
  styles: StylesByAnswer | null,
  isEnough: boolean,
): BoardStyle {
  if (styles === null) return withheld('too_long', 0)
  const styled = withStyles(table, styles)
  const known = styled.details!.filter(
    ({ styleA, styleB }) => styleA.length !== null && styleB.length !== null,
  )
  if (known.length === 0) return withheld('no_texts', 0)
  if (!isEnough) return withheld('few_votes', known.length)
  if (known.length < MIN_KNOWN * table.votes) return withheld('few_texts', known.length)
  const clusters = board.cluster === 'both' ? (['prompt', 'voter'] as const) : [board.cluster]
  const [first, second = first] = clusters.map((cluster) => styleReport(styled, { ...board, cluster }))
  const because = first.because ?? second.because
  if (because) return { ...withheld(WITHHELD[because], first.votes), notUsed: first.notUsed }
  return {
    votes: first.votes,
    withheld: null,
    features: first.features.map((feature, k) => widerEffect(feature, second.features[k])),
    notUsed: first.notUsed,
    contestants: first.contestants.map((contestant) =>
      widerRating(
        contestant,
        second.contestants.find(({ name }) => name === contestant.name)!,
      ),
    ),
  }
}

const withheld = (reason: Withheld, votes: number): BoardStyle => ({
  votes,
  withheld: reason,
  features: [],
  notUsed: [],
  contestants: [],
})

function widerEffect(effect: FeatureEffect, alternative: FeatureEffect): BoardStyle['features'][number] {
  const { feature, spread, twice, interval } =
    wider(effect.interval, alternative.interval) === effect.interval ? effect : alternative
  return { feature, spread, interval, twice }
}

function widerRating(styleRating: StyleRating, alternative: StyleRating): BoardStyle['contestants'][number] {
  const { name, rating, controlled, interval, extrapolates } = styleRating
  const isKnown = extrapolates.length === 0
  return {
    name,
    rating,
    controlled: isKnown ? controlled : null,
    interval: isKnown ? wider(interval, alternative.interval) : null,
    extrapolates,
  }
}

const wider = <Ends extends Range>(ends: Ends, alternative: Ends): Ends =>
  alternative[1] - alternative[0] > ends[1] - ends[0] ? alternative : ends
