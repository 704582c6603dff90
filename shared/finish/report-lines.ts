/** Reports as lines of text, in English, for the terminal and whoever asks for plain text. */
import { buildWords } from '../sentence/words.ts'
import { plainNumbers, type Part } from './lines.ts'
import { reportTexts } from './report-texts.ts'
import type { ReportColumn, ReportLanguage, ReportView } from './report-view.ts'

export const ENGLISH: ReportLanguage = {
  code: 'en',
  words: buildWords(reportTexts, 'en'),
  numbers: plainNumbers,
}

export const viewLines = ({ title, sentences, effects = [], notes = [] }: ReportView): Part[] => [
  title,
  ...sentences,
  ...effects.map(({ lead, text }) => `${lead} ${text}`),
  ...notes,
]

/** What a column says of a row, in one line: `60 % (54–66 %) of 248, on shared pairs 61 %, people 62 %`. */
export function cellText<Row>({ text, interval, of, small }: ReportColumn<Row>, row: Row): string {
  const [ends, count] = [interval?.(row), of?.(row)]
  const share =
    (text(row) ?? '–') +
    (ends ? ` (${ends})` : '') +
    (ends && count !== undefined ? ` of ${plainNumbers.integer(count)}` : '')
  return [share, ...(small?.(row) ?? [])].filter((part) => part !== false).join(', ')
}
