import { strToU8, zipSync } from 'fflate'

type Cell = string | number | Date

/** A workbook counts days since 1899-12-30. */
const serial = (date: Date) => 25_569 + date.getTime() / 86_400_000

const cell = (value: Cell, row: number, column: number) => {
  if (value === '') return ''
  const place = `r="${String.fromCharCode(65 + column)}${row + 1}"`
  if (value instanceof Date) return `<c ${place} s="1"><v>${serial(value)}</v></c>`
  return typeof value === 'number'
    ? `<c ${place}><v>${value}</v></c>`
    : `<c ${place} t="inlineStr"><is><t>${value}</t></is></c>`
}

/**
 * A workbook as Excel writes it, with inline strings.
 * @param sheets  the rows of each, or its XML
 * @param merged  ranges of merged cells in each sheet of rows
 */
export function workbook(
  sheets: Record<string, readonly Cell[][] | string>,
  merged: readonly string[] = [],
): Uint8Array {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const names = Object.keys(sheets)
  const listed = names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
  const places = names.map(
    (_, i) =>
      `<Relationship Id="rId${i + 1}" Type="${type}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  )
  const bodyOf = (rows: readonly Cell[][]) =>
    rows
      .map((row, i) => `<row r="${i + 1}">${row.map((value, k) => cell(value, i, k)).join('')}</row>`)
      .join('')
  const ranges =
    merged.length === 0
      ? ''
      : `<mergeCells>${merged.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`
  const files: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${type}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${places.join('')}<Relationship Id="rId${names.length + 1}" Type="${type}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  }
  for (const [i, rows] of Object.values(sheets).entries())
    files[`xl/worksheets/sheet${i + 1}.xml`] =
      typeof rows === 'string'
        ? rows
        : `<worksheet xmlns="${main}"><sheetData>${bodyOf(rows)}</sheetData>${ranges}</worksheet>`
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}
