/** Tables of scores, which other tools write beside answers. They compare nothing. */
import { columnsOf, rowsOfHead } from './rows.ts'
import { standsForEmpty, textField } from './fields.ts'
import type { OpenFile } from './open-file.ts'

const NAME = /^(model|variant|system|contestant|name|item)s?$/i
const SCORE = /^(.*[\s_-])?(score|rating|grade|points|accuracy)s?([\s_-].*)?$/i
/** Columns that say what was scored, or hold what a score would be about. */
const PROMPT = /^(id|question_id|prompt|question|input|task|category|group|reference|context)$/i
const ANSWER = /^(text|turns|transcript|messages|response|output|answer|completion)$/i
const NUMBER = /^[-+]?\d*[.,]?\d+(e[-+]?\d+)?\s*%?$/i
/** Whole numbers up to this one may be grades, if many rows have them. Larger ones are probably answers, for example to sums. */
const [LARGEST_GRADE, FEWEST_ROWS] = [10, 5]

/**
 * Whether a file has scores of contestants, and no answers: a column of names beside one of scores, or a column of
 * numbers for each contestant. Numbers look like scores if most have decimals, or if none in
 * several rows is above 10. Reads only the
 * head of the file.
 */
export function holdsScores(file: OpenFile): boolean {
  const columns = columnsOf(file)
  if (columns.some((column) => ANSWER.test(column) || column === 'winner')) return false
  if (columns.some((column) => NAME.test(column))) return columns.some((column) => SCORE.test(column))
  const scored = columns.filter((column) => column !== '' && !PROMPT.test(column))
  if (scored.length === 0 || scored.length === columns.length) return false
  const rows = rowsOfHead(file)
  const cells = rows.flatMap((row) => scored.map((column) => textField(row[column]) ?? ''))
  const filled = cells.filter((cell) => cell !== '' && !standsForEmpty(cell))
  if (filled.length === 0 || !filled.every((cell) => NUMBER.test(cell))) return false
  const numbers = filled.map((cell) => parseFloat(cell.replace(',', '.')))
  const withDecimals = filled.filter((cell) => /[.,%e]/i.test(cell)).length
  const areGrades = numbers.every((one) => one >= 0 && one <= LARGEST_GRADE)
  return (areGrades && rows.length >= FEWEST_ROWS) || 2 * withDecimals > filled.length
}
