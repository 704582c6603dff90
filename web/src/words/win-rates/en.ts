import { count, counted, plural } from '../../ui/figures.ts'

const listed = (names: readonly string[], more: (n: number) => string) =>
  [...names.slice(0, 5), ...(names.length > 5 ? [more(names.length - 5)] : [])].join(', ')

/** Everyone against one fixed reference. */
export const en = {
  title: 'Win rates against one',
  against: 'Against',
  caption: (votes: number) =>
    `From ${counted(votes, 'vote', 'votes')} on the two alone, ties counting half; nothing is taken from votes among the others, as the ratings above take it. Bars: 95\u00a0%, each for itself, votes on one prompt taken together.`,
  lengths:
    'Hollow: what it would win with answers as long as those it is held against; where that is lower, its lead is in part one of length.',
  noLengths:
    'What they would win at equal length cannot be told: of too few answers the length is known, or they were never near each other in length.',
  chosen: 'Chosen because it met most others.',
  table: (baseline: string) => `Win rates against ${baseline}`,
  contestant: 'Contestant',
  plot: 'Win rate with its interval; the line is one half',
  said: (share: string) => `wins ${share}`,
  winRate: 'Win rate',
  equalLength: 'At equal length',
  record: 'Won–lost–tied',
  unknown: 'not known',
  shown: (n: number, all: number) => `The first ${count(n)} of ${count(all)} are shown, and who is selected.`,
  notMet: (names: readonly string[]) =>
    `${listed(names, (n) => `${count(n)} more`)} ${plural(names.length, 'has', 'have')} not met it.`,
  nobody: 'Nobody has met it in this view.',
}
