import type { BoardContestant, Board, Warning } from '../../../shared/contracts/index.ts'
import {
  hasComparisons,
  isPlaced,
  placeText,
  shownPlaces,
  unitOf,
  withCommas,
} from '../../../shared/sentence/index.ts'

/** "1–3", or "2" if the interval has one rank; empty without a rank. */
const rankCell = ({ rankInterval }: BoardContestant): string =>
  rankInterval ? placeText({ best: rankInterval[0], worst: rankInterval[1] }) : ''

/** The rated contestants as the page has them, and the column of ranks; if it shows places, these. */
export function rowsOf(board: Board) {
  const places = shownPlaces(board)
  const byName = new Map(places?.rows.map((place) => [place.contestant.name, place]))
  const placeOf = ({ name }: BoardContestant) => byName.get(name)!
  const all = byName.size
  return {
    rated: places ? places.rows.map(({ contestant }) => contestant) : board.contestants.filter(isPlaced),
    rank: places ? 'Places' : 'Rank',
    rankOf: places ? (row: BoardContestant) => placeText(placeOf(row)) : rankCell,
    /** Null: it shows ratings. */
    places: places && {
      placeOf,
      all,
      above: (row: BoardContestant) => String(all - placeOf(row).worst),
      below: (row: BoardContestant) => String(placeOf(row).best - 1),
    },
  }
}

/** Whole rating points; empty without a rating. */
export function pointsCell(rating: number | null): string {
  return rating === null ? '' : String(Math.round(rating))
}

/** "1081 … 1263"; an open end is ∞. Empty without an interval. */
export function intervalCell(interval: BoardContestant['comparison']): string {
  if (!interval) return ''
  const [lower, upper] = interval
  return `${lower === null ? '−∞' : Math.round(lower)} … ${upper === null ? '∞' : Math.round(upper)}`
}

/** "90/34/34": wins, losses, ties. */
export function recordCell({ wins, losses, ties }: BoardContestant): string {
  return `${wins}/${losses}/${ties}`
}

/** "53 % (48–58 %)": the predicted win rate against the baseline. */
export function baselineCell({ againstBaseline }: BoardContestant): string {
  if (!againstBaseline) return ''
  const percent = (share: number) => Math.round(100 * share)
  const { winRate, interval } = againstBaseline
  return `${percent(winRate)} %${interval ? ` (${percent(interval[0])}–${percent(interval[1])} %)` : ''}`
}

/** How the board was computed, in one line: everything needed to compute it again. */
export function provenance(board: Board): string {
  const { source, criterion, category, from, to, group = null } = board.view
  const view = [
    `source ${source}`,
    labelled('group', group),
    labelled('criterion', criterion),
    labelled('category', category),
    labelled('from', from),
    labelled('to', to),
  ]
  const parts = [
    `${withCommas(board.votes)} ${board.votes === 1 ? 'vote' : 'votes'} (${view.filter(Boolean).join(', ')})`,
    METHODS[board.method] ?? board.method,
    board.rounds > 0
      ? `${withCommas(board.rounds)} rounds by ${unitOf(board)}, seed ${board.seed}`
      : 'no rounds',
    looksText(board),
    board.together
      ? `together with ${board.together.boards - 1} other ${board.together.boards === 2 ? 'board' : 'boards'}`
      : '',
    board.ties === 'drop' ? 'ties dropped' : '',
    board.anchor ? `${board.anchor.name} = ${board.anchor.value}` : '',
    `votes ${board.votesSha256.slice(0, 12)}`,
    `deadheat ${board.version}`,
  ]
  return `${parts.filter(Boolean).join(' · ')}`
}

/** For how many looks a board holds; empty if it declares nothing. */
function looksText(board: Board): string {
  const { looks, rounds, k } = board
  if (looks === 'any') return 'however often you look'
  return looks === 'one' && rounds > 1 && k !== null && hasComparisons(board) ? 'for one look' : ''
}

/** A note that the votes are simulated; null for real votes. */
export function simulatedText({ view }: Board): string | null {
  return view.source === 'simulated' ? 'These votes were made by a simulation, not by people.' : null
}

const METHODS: Record<string, string> = {
  'bradley-terry': 'Bradley-Terry',
  elo: 'online Elo, K = 4',
}

const labelled = (what: string, value: string | null) => (value === null ? '' : `${what} ${value}`)

/**
 * The warnings before and after the board. Only the warning that more rows were left out than the board has votes
 * comes before it.
 */
export function warningsAround({ votes, warnings }: Board): { first: Warning[]; last: Warning[] } {
  const isFirst = ({ code, count = 0 }: Warning) => code === 'dirty_rows' && count > votes
  return { first: warnings.filter(isFirst), last: warnings.filter((warning) => !isFirst(warning)) }
}
