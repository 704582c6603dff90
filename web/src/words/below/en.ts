import { count, counted, plural } from '../../ui/figures.ts'

/** What stands under the table: pairs, how evenly they met, how ratings went over time. */
export const en = {
  notLoaded: 'This part of the page could not be loaded.',
  again: 'Try again',
  noFigures: 'These figures did not come: the server does not answer.',
  counting: 'Counting…',

  pairs: (records: boolean) =>
    `Per cent of decisive votes the row won over the column${records ? '; won–lost–tied below' : ''}. Blank: they have not met. Tint and bold begin where the 95\u00a0% interval leaves 50\u00a0%: [colour], row ahead; grey, row behind; neither, not decided. Each cell stands for itself: of pairs that are truly even, 1 in 20 gets a tint by chance.`,
  whoIsShown: 'Who is shown',
  theFirst: (n: number, all: number) => `the first ${count(n)} of ${count(all)}`,
  all: (n: number) => `all ${count(n)}`,
  againstAll: (name: string) => `${name} against all`,
  nobodyMet: 'Nobody has met anybody in this view.',

  againstEverybody: '[name] against everybody it has met',
  hasNotMet: (n: number) => `; ${count(n)} it has not`,
  against: 'Against',
  wonShare: 'Won, %',
  won: 'Won',
  lost: 'Lost',
  tied: 'Tied',
  bothBad: 'Both bad',

  band: 'Band: 95\u00a0% for all at once, on that board. [Colour]: the line, the highest lower end; while a band reaches it, its contestant may still be first. Looking often is many looks: only today’s board declares.',
  drawn: (n: number, all: number) =>
    `${count(n)} of ${count(all)} are drawn: the dead heat for first, the selected one, then by rating.`,
  oneBoard:
    'There is one board so far; the next hour’s is the second, and with it there is a course to draw.',

  evenness: (pairs: number, each: string, outside: number, unmet: number) =>
    `Votes on each of the ${count(pairs)} pairs that can be drawn; ${each} each if they lay evenly. Even drawing puts 95\u00a0% of pairs in the grey; ${outside === 0 ? 'none lies' : `${count(outside)} ${plural(outside, 'lies', 'lie')}`} outside${unmet > 0 ? `, and ${counted(unmet, 'pair has', 'pairs have')} not met` : ''}.`,
  chiSquare: (value: string, degrees: number) =>
    `χ² = ${value} on ${counted(degrees, 'degree', 'degrees')} of freedom; even drawing gives about as many as there are degrees.`,
  onePair: 'Two contestants make one pair: there is nothing to be even about.',
}
