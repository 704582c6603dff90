/** What a board may say of itself in plain words. Page, terminal, Markdown and text all say it with this function. */
import type { Board, BoardContestant } from '../contracts/board.ts'
import { listed, twoDigits, withCommas } from './count.ts'

/** Above this many a dead heat is counted, not listed. */
const LISTED = 5

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
  return { lead: 'Nobody is rated yet.', rest: NOBODY_RATED }
}

const NOT_COMPUTED: Sentence = {
  lead: 'Intervals were not computed, so nothing can be declared.',
  rest: '',
}
const DECLARES_NOTHING: Sentence = {
  lead: 'Nothing is declared.',
  rest: 'These ratings are by a method that names no winner and no ranks.',
}
const NOBODY_RATED =
  'A rating needs a chain of wins both ways: each contestant must have beaten (or tied with) somebody in the group, and lost to (or tied with) somebody in it.'

function reasonToLead(board: Board): string {
  const winner = board.contestants.find(({ name }) => name === board.winner)
  return winner?.reason === 'unbeaten'
    ? `It is unbeaten in ${withCommas(winner.votes)}, and even with one more loss it would lie above every other.`
    : 'Its interval lies above every other.'
}

function deadHeat(board: Board, rated: number): string {
  const names = board.deadHeatForFirst
  const unbeaten = board.contestants.filter(
    ({ name, reason }) => reason === 'unbeaten' && names.includes(name),
  )
  const unrated = board.contestants.filter(({ name, status }) => status !== 'rated' && names.includes(name))
  const who = names.length <= LISTED ? listed(names) : `${names.length} of ${rated + unrated.length}`
  return [
    `${who} are in a dead heat for first${howToSeparate(board.votesToSeparate)}.`,
    ...unbeaten.map(isUnbeaten),
  ].join(' ')
}

function howToSeparate(votes: number | null): string {
  if (votes === null || votes < 1) return ''
  const many = votes === 1 ? '1 more vote' : `${twoDigits(votes)} more votes`
  return `; about ${many} on the top two would separate them at today’s gap`
}

function isUnbeaten({ name, votes }: BoardContestant): string {
  return `${name} is unbeaten in ${withCommas(votes)}.`
}
