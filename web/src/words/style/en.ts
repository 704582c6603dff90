import type { BoardReports } from '../../../../shared/contracts/reports.ts'
import { count, counted } from '../../ui/figures.ts'

export type Style = NonNullable<BoardReports['style']>
export type Feature = Style['features'][number]['feature']
export type Withheld = NonNullable<Style['withheld']>

/** What length and Markdown of answers are worth, and ratings at equal style. */
export const en = {
  title: 'Length and Markdown of answers',
  caption: (votes: number, left: number) =>
    `From the ${counted(votes, 'vote', 'votes')} whose two answers are known${left > 0 ? `; ${count(left)} left out` : ''}. A better answer may be longer because it says more, so ratings at equal style declare nothing.`,
  withheld: {
    no_texts: 'Withheld: the texts of these answers are not known.',
    few_texts: 'Withheld: fewer than half of these votes have the texts of both answers.',
    few_votes: 'Withheld: this needs 50 votes, and prompts or voters that count like 10 of equal size.',
    too_long: 'Withheld: the answers of this arena have more than 200 million characters together.',
    no_estimate:
      'Withheld: style never differs in these votes, decides every vote, or cannot be separated from the contestants.',
    extrapolates:
      'Withheld: these contestants hardly ever met with answers of equal style, so a rating at equal style would be a guess.',
  } satisfies Record<Withheld, string> as Record<Withheld, string>,

  effect: {
    more: {
      length: 'Longer answers win more:',
      headers: 'Answers with more headers win more:',
      lists: 'Answers with more list items win more:',
      bold: 'Answers with more bold text win more:',
    },
    less: {
      length: 'Longer answers win less:',
      headers: 'Answers with more headers win less:',
      lists: 'Answers with more list items win less:',
      bold: 'Answers with more bold text win less:',
    },
    none: {
      length: 'No effect of length is shown:',
      headers: 'No effect of headers is shown:',
      lists: 'No effect of list items is shown:',
      bold: 'No effect of bold text is shown:',
    },
  } satisfies Record<string, Record<Feature, string>>,
  twice: (feature: Feature, share: string, range: string) =>
    `of two equals, the answer ${TWICE[feature]} wins ${share} (95\u00a0%: ${range}).`,
  neverDiffers: (features: Feature[]) =>
    `Never different in these votes: ${features.map((one) => NAMED[one]).join(', ')}.`,

  show: 'Show ratings at equal style',
  table: 'Ratings as they are, and at equal style',
  contestant: 'Contestant',
  plot: 'Both ratings with their 95 % intervals, on one axis',
  plain: 'Rating',
  equal: 'At equal style',
  change: 'Change',
  said: (plain: string, equal: string | null) =>
    equal === null ? `rating ${plain}, at equal style withheld` : `rating ${plain}, at equal style ${equal}`,
  unknown: 'withheld',
  extrapolates:
    'Withheld for [names]: in more than 19 of 20 votes, their answers differ from the other in the same direction.',
  shown: (shown: number, all: number) => `The ${count(shown)} highest of ${count(all)} are shown.`,
}

const TWICE: Record<Feature, string> = {
  length: 'twice as long',
  headers: 'with twice as many headers',
  lists: 'with twice as many list items',
  bold: 'with twice as much bold text',
}
const NAMED: Record<Feature, string> = {
  length: 'length',
  headers: 'headers',
  lists: 'list items',
  bold: 'bold text',
}
