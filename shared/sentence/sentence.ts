/** What a board may say of itself in plain words. Page, terminal, Markdown and text all say it with this function. */
import type { Board, BoardContestant } from '../contracts/board.ts'
import { listed, listedShortly, MOST_LISTED, twoDigits, withCommas } from './count.ts'

export interface Sentence {
  /** The finding itself, shown with weight: "X leads." or "No winner yet." */
  lead: string
  /** What stands behind it; may be empty. */
  rest: string
}

/** The sentence on top of a board. It never says more than the comparison intervals do. */
export function sentence(board: Board): Sentence {
  if (board.votes === 0) return { lead: 'No votes yet.', rest: '' }
  if (board.method !== 'bradley-terry') return DECLARES_NOTHING
  const rated = board.contestants.filter(({ status }) => status === 'rated')
  if (board.rounds < 2 || rated.some(({ comparison }) => comparison === null)) return NOT_COMPUTED
  if (board.winner !== null) return { lead: `${board.winner} leads.`, rest: reasonToLead(board) }
  if (board.deadHeatForFirst.length > 0)
    return { lead: 'No winner yet.', rest: deadHeat(board, rated.length) }
  if (board.preview && rated.length > 0) return NOT_CONFIRMED
  return { lead: 'Nobody is rated yet.', rest: nobodyRated(board) }
}

/** Nobody is above all others on a board of its rounds, and somebody is on the preview of the next one. */
const NOT_CONFIRMED: Sentence = {
  lead: 'No winner yet.',
  rest: 'A first estimate sets one above every other; the intervals that decide are being computed.',
}

const NOT_COMPUTED: Sentence = {
  lead: 'Intervals were not computed, so nothing can be declared.',
  rest: '',
}
const DECLARES_NOTHING: Sentence = {
  lead: 'Nothing is declared.',
  rest: 'These ratings are by a method that names no winner and no ranks.',
}

function nobodyRated({ contestants, ties }: Board): string {
  const orTied = ties === 'half' ? ' (or tied with)' : ''
  return [
    ...areUnbeaten(contestants),
    `A rating needs a chain of wins both ways: each contestant must have beaten${orTied} somebody in the group, and lost to${orTied} somebody in it.`,
  ].join(' ')
}

function reasonToLead(board: Board): string {
  const winner = board.contestants.find(({ name }) => name === board.winner)
  return winner?.reason === 'unbeaten'
    ? `It is unbeaten in ${withCommas(winner.votes)}, more than luck explains unless it lies above ${everyOther(board)}.`
    : `Its interval lies above ${everyOther(board)}.`
}

/** Whom the winner is above: nothing is known of it beside those that no votes link to the rated ones. */
function everyOther({ contestants }: Board): string {
  const apart = contestants.filter(({ reason }) => reason === 'disconnected').map(({ name }) => name)
  if (apart.length === 0) return 'every other'
  const comparable = 'every other that it can be compared with'
  // With nobody rated, some of these were compared with an unbeaten winner: which, a board does not say.
  if (contestants.every(({ status }) => status !== 'rated')) return comparable
  return `${comparable}; ${listedShortly(apart)} ${apart.length === 1 ? 'is' : 'are'} not linked to those by votes both ways`
}

function deadHeat(board: Board, rated: number): string {
  const names = board.deadHeatForFirst
  const inHeat = new Set(names)
  const unrated = board.contestants.filter(({ name, status }) => status !== 'rated' && inHeat.has(name))
  const who =
    names.length <= MOST_LISTED
      ? listed(names)
      : `${withCommas(names.length)} of ${withCommas(rated + unrated.length)}`
  return [
    `${who} are in a dead heat for first${howToSeparate(board.votesToSeparate)}.`,
    ...areEqual(board),
    ...areUnbeaten(unrated),
  ].join(' ')
}

function howToSeparate(votes: number | null): string {
  if (votes === null || votes < 1) return ''
  const many = votes === 1 ? '1 more vote' : `${twoDigits(votes)} more votes`
  return `; about ${many} on the top two would separate them at today’s gap`
}

/** What is known of the top two where it is that they hardly differ. */
function areEqual({ equalForFirst, deadHeatForFirst }: Board): string[] {
  if (!equalForFirst) return []
  const { contestants, delta } = equalForFirst
  const who = deadHeatForFirst.length === 2 ? 'The two' : listed(contestants)
  return [
    `${who} are practically equal: within ${delta * 100} points of an even win rate. No vote more is worth having.`,
  ]
}

/** One sentence on those who are unbeaten, or none. */
function areUnbeaten(contestants: readonly BoardContestant[]): string[] {
  const unbeaten = contestants.filter(({ reason }) => reason === 'unbeaten')
  if (unbeaten.length === 0) return []
  if (unbeaten.length > MOST_LISTED)
    return [`${listedShortly(unbeaten.map(({ name }) => name))} are unbeaten.`]
  const each = unbeaten.map(
    ({ name, votes }, i) => `${name}${i === 0 ? ' is unbeaten' : ''} in ${withCommas(votes)}`,
  )
  return [`${listed(each)}.`]
}
