import { withCommas as figure } from '../count.ts'

const ties = (half: boolean, words: string) => (half ? words : '')

/** What a board says of itself, in English. Figures come as numbers, names as they are. */
export const en = {
  /** 1,234,567 */
  figure,
  and: 'and',
  others: (n: number) => `${figure(n)} others`,

  noVotes: 'No votes yet.',
  notComputed: 'Intervals were not computed, so nothing can be declared.',
  nothingDeclared: 'Nothing is declared.',
  declaresNothing: 'These ratings are by a method that names no winner and no ranks.',
  noWinner: 'No winner yet.',
  notConfirmed: 'A first estimate sets one above every other; the intervals that decide are being computed.',
  nobodyRated: 'Nobody is rated yet.',
  chainOfWins: (half: boolean) =>
    `A rating needs a chain of wins both ways: each contestant must have beaten${ties(half, ' (or tied with)')} somebody in the group, and lost to${ties(half, ' (or tied with)')} somebody in it.`,

  leads: (winner: string) => `${winner} leads.`,
  unbeatenLeads: (votes: number, others: string) =>
    `It is unbeaten in ${figure(votes)}, more than luck explains unless it lies above ${others}.`,
  intervalAbove: (others: string) => `Its interval lies above ${others}.`,
  everyOther: 'every other',
  everyComparable: 'every other that it can be compared with',
  notLinked: (names: string, n: number) =>
    `; ${names} ${n === 1 ? 'is' : 'are'} not linked to those by votes both ways`,

  someOf: (n: number, all: number) => `${figure(n)} of ${figure(all)}`,
  deadHeat: (who: string, toSeparate: string) => `${who} are in a dead heat for first${toSeparate}.`,
  oneMore: '1 more vote',
  manyMore: (about: string) => `${about} more votes`,
  wouldSeparate: (votes: string) => `; about ${votes} on the top two would separate them at today’s gap`,
  theTwo: 'The two',
  equal: (who: string, points: number) =>
    `${who} are practically equal: within ${points} points of an even win rate. No vote more is worth having.`,
  unbeatenMany: (names: string) => `${names} are unbeaten.`,
  unbeatenEach: (name: string, votes: number, first: boolean) =>
    `${name}${first ? ' is unbeaten' : ''} in ${figure(votes)}`,

  notCompared: (names: string, n: number) =>
    `No votes both ways link ${names} to the rated contestants, so nobody is above ${n === 1 ? 'it' : 'them'}.`,

  nothingButTies: (votes: number) => `nothing but ties in ${figure(votes)}, which are left out here`,
  tooFewVotes: (votes: number, points: number) =>
    `too few votes (${figure(votes)}): its interval is wider than ${figure(points)} points`,
  noVotesYet: 'no votes yet',
  unbeaten: (votes: number, half: boolean) =>
    `unbeaten in ${figure(votes)}: needs a loss${ties(half, ' or a tie')}`,
  winless: (votes: number, half: boolean) =>
    `winless in ${figure(votes)}: needs a win${ties(half, ' or a tie')}`,
  disconnected: (half: boolean) =>
    `not linked to the others: needs both a win${ties(half, ' (or tie)')} and a loss${ties(half, ' (or tie)')} against those rated`,

  sturdy: 'No removal of votes was found that would rate another highest.',
  tiesOf: (n: number, a: string, b: string) => `${figure(n)} ${n === 1 ? 'tie' : 'ties'} of ${a} and ${b}`,
  winsOver: (n: number, winner: string, loser: string) => `${figure(n)} of ${winner} over ${loser}`,
  fragile: (votes: number, total: number, percent: number, becomes: string, leader: string, which: string) =>
    `Without ${votes === 1 ? 'a single one' : figure(votes)} of ${figure(total)} votes (${percent} %), ${becomes} would be rated above ${leader}: ${which}.`,
}
