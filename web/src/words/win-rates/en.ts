import { count, counted } from '../../ui/figures.ts'

const listed = (names: readonly string[], more: (n: number) => string) =>
  [...names.slice(0, 5), ...(names.length > 5 ? [more(names.length - 5)] : [])].join(', ')

/** Everyone against one fixed reference. */
export const en = {
  against: 'Against',
  caption: (votes: number) =>
    `From ${counted(votes, 'vote', 'votes')} on these pairs only; a tie counts as half a win. Unlike the ratings above, votes between other contestants do not count. Bars: 95\u00a0% intervals, each alone, with votes on one prompt grouped.`,
  lengths:
    'Hollow: the win rate expected if both answers were equally long. Where it is lower, part of the lead comes from longer answers.',
  noLengths:
    'The win rate at equal length is not known: too few answers have a known length, or their lengths were never close.',
  chosen: 'Chosen because it has votes against the most others.',
  table: (baseline: string) => `Win rates against ${baseline}`,
  contestant: 'Contestant',
  plot: 'Win rate with its interval; the line marks one half',
  said: (share: string) => `wins ${share}`,
  winRate: 'Win rate',
  equalLength: 'At equal length',
  record: 'Won–lost–tied',
  unknown: 'not known',
  shown: (n: number, all: number) => `Shown: the first ${count(n)} of ${count(all)}, and the selected one.`,
  notMet: (names: readonly string[]) =>
    `No votes against it yet: ${listed(names, (n) => `${count(n)} more`)}.`,
  nobody: 'No contestant has votes against it in this view.',
}
