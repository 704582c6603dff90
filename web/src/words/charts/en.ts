import { count, counted } from '../../ui/figures.ts'

/** Axes, legends, pairs and ratings over time. */
export const en = {
  mayBeFirst: 'may be first',
  leadsHere: 'leads',
  thick: (percent: number) => `thick: where its rating lies, ${percent}\u00a0% sure`,
  thin: 'thin: for comparing; where two overlap, it is undecided',
  range: (low: string, high: string) => `: ${low} to ${high}`,

  whiskers: (rated: number) =>
    `rating; thick: 95\u00a0% interval for it alone; thin: for all ${count(rated)} at once`,
  lineMeans: 'vertical line: the best lower bound; anyone whose thin whisker reaches it may still be first',
  bracketMeans: 'bracket: a dead heat; one rating fits all of them',
  footMeans: 'bottom axis: win rate against a 1000-rated contestant',

  perDot: (n: number) => `Each dot stands for ${count(n)} pairs or fewer.`,

  open: 'open',
  ratingHistory: (name: string) => `${name}, rating over time`,
  countedLater: 'counted later',
  inTheHeat: 'in the dead heat',
  leads: (since: number | null) =>
    since === null ? 'leads throughout' : `leads since about ${counted(since, 'vote')}`,
  out: (since: number | null) =>
    since === null ? 'behind throughout' : `behind since about ${counted(since, 'vote')}`,

  pairs: 'Head to head: per cent of decisive votes the row won over the column',
  itself: (name: string) => `${name}: not compared with itself`,
  notMet: (row: string, column: string) => `${row} and ${column}: no votes on this pair`,
  noDecisive: (row: string, column: string) => `${row} and ${column}: no decisive vote`,
  beat: (row: string, column: string, share: string, decisive: number, low: string, high: string) =>
    `${row} beat ${column} in ${share} of ${counted(decisive, 'decisive vote', 'decisive votes')} (${low}–${high})`,
  ties: (n: number) => `, ${counted(n, 'tie', 'ties')}`,
  bothBad: (n: number) => `, ${count(n)} of them both bad`,
}
