/** Style control as the page shows it, from the texts of an arena's answers. */
import type { Board, BoardReports } from '../../../shared/contracts/index.ts'
import { UNKNOWN_STYLE, type VoteDetails } from '../../../shared/contracts/votes.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import type { StylesByAnswer } from './answer-styles.ts'
import { carefulStyle, type StyleReport } from './style.ts'

type BoardStyle = NonNullable<BoardReports['style']>
type Withheld = NonNullable<BoardStyle['withheld']>

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
 * The report of `rate --style`, withheld with a reason if it is too uncertain.
 * @param styles null if the answers are too long together
 * @param isEnough whether the board has enough votes on enough units
 */
export function styleBesideBoard(
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
  const { votes, because, features, notUsed, contestants } = carefulStyle(styled, board)
  if (because) return { ...withheld(WITHHELD[because], votes), notUsed }
  return {
    votes,
    withheld: null,
    features,
    notUsed,
    contestants: contestants.map((row) =>
      row.extrapolates.length === 0 ? row : { ...row, controlled: null, interval: null },
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

/** The votes with the style of both answers, if the answers are known. */
function withStyles(table: VoteTable, styles: StylesByAnswer): VoteTable {
  const { contestants, left, right, prompt } = table
  const unknownDetails = { preferenceB: null, difficulty: null, castAt: null }
  const details = Array.from({ length: table.votes }, (_, vote): VoteDetails => {
    const number = prompt.codes.length > 0 ? prompt.codes[vote] : -1
    const answers = number < 0 ? undefined : styles.get(prompt.names[number])
    return {
      ...unknownDetails,
      styleA: answers?.get(contestants[left[vote]]) ?? UNKNOWN_STYLE,
      styleB: answers?.get(contestants[right[vote]]) ?? UNKNOWN_STYLE,
    }
  })
  return { ...table, details }
}
