import type { Board, BoardReports } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { withStyles } from './answer-styles.ts'
import type { StylesByAnswer } from './style-queries.ts'
import { styleReport } from './style.ts'
import type { FeatureEffect, StyleRating, StyleReport } from './style.ts'

type BoardStyle = NonNullable<BoardReports['style']>
type Withheld = NonNullable<BoardStyle['withheld']>
type Range = readonly [number, number]

/**
 * The smallest share of votes with the texts of both answers. With fewer, the two ratings are based on other votes
 * than the board.
 */
const LEAST_KNOWN = 0.5

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
export function styleOfBoard(
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
  if (known.length < LEAST_KNOWN * table.votes) return withheld('few_texts', known.length)
  const clusters = board.cluster === 'both' ? (['prompt', 'voter'] as const) : [board.cluster]
  const [first, second = first] = clusters.map((cluster) => styleReport(styled, { ...board, cluster }))
  const because = first.because ?? second.because
  if (because) return { ...withheld(WITHHELD[because], first.votes), notUsed: first.notUsed }
  return {
    votes: first.votes,
    withheld: null,
    features: first.features.map((one, k) => effectOf(one, second.features[k])),
    notUsed: first.notUsed,
    contestants: first.contestants.map((one) =>
      ratingOf(
        one,
        second.contestants.find(({ name }) => name === one.name)!,
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

function effectOf(one: FeatureEffect, other: FeatureEffect): BoardStyle['features'][number] {
  const { feature, beta, spread, twice, interval } =
    wider(one.interval, other.interval) === one.interval ? one : other
  return { feature, beta, spread, interval, twice }
}

function ratingOf(one: StyleRating, other: StyleRating): BoardStyle['contestants'][number] {
  const { name, rating, plainInterval, controlled, interval, extrapolates } = one
  const isKnown = extrapolates.length === 0
  return {
    name,
    rating,
    plainInterval: plainInterval && other.plainInterval ? wider(plainInterval, other.plainInterval) : null,
    controlled: isKnown ? controlled : null,
    interval: isKnown ? wider(interval, other.interval) : null,
    extrapolates,
  }
}

const wider = <Ends extends Range>(one: Ends, other: Ends): Ends =>
  other[1] - other[0] > one[1] - one[0] ? other : one
