/** Merged cells of a sheet in an Excel workbook: a spreadsheet shows one value in all of them, and keeps it in the first. */
import { unzipSync } from 'fflate'
import { FileError } from './fields.ts'
import { msg } from '../../../shared/messages/index.ts'

/** The cells of a sheet, row by row from its first one on. */
type Rows = readonly (readonly unknown[])[]

/** By their places, counted from 0. */
interface Range {
  top: number
  left: number
  bottom: number
  right: number
}

const MERGED = /<(?:\w+:)?mergeCell\s[^>]*\bref="\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})"/g

/**
 * Rows with the value of each merged range in all of its cells. Ranges of the header and of a title above it stay: what they name
 * is asked about. So do those that are a row by themselves, as notes are.
 * @param at  the place of the sheet in the workbook
 * @throws {FileError} if ranges overlap, which no spreadsheet writes
 */
export function withMergedCells(rows: Rows, bytes: Uint8Array, at: number, name: string): Rows {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  const header = rows.findIndex((row) => row.filter(isFilled).length > 1)
  const filled = rows.map((row) => [...row])
  let cells = 0
  for (const { top, left, bottom, right } of mergedRanges(sheetXml(bytes, at))) {
    const [lastRow, lastColumn] = [Math.min(bottom, rows.length - 1), Math.min(right, width - 1)]
    cells += Math.max(0, lastRow - top + 1) * Math.max(0, lastColumn - left + 1)
    if (cells > rows.length * width)
      throw new FileError(msg('packed_damaged', { file: name, why: 'its merged cells overlap' }))
    const value = rows[top]?.[left]
    const isAlone = top === lastRow && rows[top]?.filter(isFilled).length === 1
    if (top <= header || !isFilled(value) || isAlone) continue
    for (let row = top; row <= lastRow; row++)
      for (let column = left; column <= lastColumn; column++) filled[row]![column] = value
  }
  return filled
}

const isFilled = (cell: unknown): boolean => cell !== null && cell !== undefined && cell !== ''

function* mergedRanges(xml: string): Generator<Range> {
  for (const [, from = '', top, to = '', bottom] of xml.matchAll(MERGED))
    yield {
      top: Number(top) - 1,
      left: columnNumber(from),
      bottom: Number(bottom) - 1,
      right: columnNumber(to),
    }
}

/** A is 0, Z is 25, AA is 26. */
const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => 26 * number + letter.charCodeAt(0) - 64, 0) - 1

/** The XML of a sheet, which the workbook names by a relationship. */
function sheetXml(bytes: Uint8Array, at: number): string {
  const [workbook, relationships] = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels']
  const described = unzipTexts(bytes, [workbook, relationships])
  const sheets = [...(described[workbook] ?? '').matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)]
  const id = /\s\w+:id="([^"]*)"/.exec(sheets[at]?.[0] ?? '')?.[1]
  const target = [...(described[relationships] ?? '').matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)]
    .filter(([tag]) => /\sId="([^"]*)"/.exec(tag)?.[1] === id)
    .map(([tag]) => /\sTarget="([^"]*)"/.exec(tag)?.[1] ?? '')[0]
  if (target === undefined) return ''
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
  return unzipTexts(bytes, [path])[path] ?? ''
}

function unzipTexts(bytes: Uint8Array, names: readonly string[]): Record<string, string> {
  const files = unzipSync(bytes, { filter: ({ name }) => names.includes(name) })
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString('utf8')]),
  )
}
