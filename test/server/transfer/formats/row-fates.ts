/** What becomes of rows of many megabytes. */
import { rowsIn } from './text-file.ts'
import { englishText, msg } from '../../../../shared/messages/index.ts'

export const OVER = englishText(msg('row_over', { megabytes: 16 }))

export const MB = 1_000_000
export const small = '{"a":1}'
export const long = (size: number) => `{"a":"${'x'.repeat(size)}"}`

/** Each row by its line and what became of it. */
export async function fates(text: string): Promise<[number, string][]> {
  const rows = await rowsIn(text)
  return rows.map((row) => [
    row.line,
    'wrong' in row ? englishText(row.wrong) : `${String(row.fields['a']).length}`,
  ])
}

/** A CSV file with a row of this many bytes in its middle, made of pieces. */
export const csvOf = (piece: string) => (size: number) =>
  `a,b\n1,1\n"${piece.repeat(size / piece.length)}",1\n1,1\n`

/** What becomes of the rows of a file with a row of 10 MB in its middle, and of 20 MB. */
export const bothFates = async (file: (size: number) => string) => [
  await fates(file(10 * MB)),
  await fates(file(20 * MB)),
]

/** That the first is read and the second left out, where rows begin on these lines. */
export const readAndLeftOut = (lines: (size: number) => [number, number, number]) =>
  [10, 20].map((size) => {
    const [first, second, third] = lines(size * MB)
    return [
      [first, '1'],
      [second, size === 10 ? String(10 * MB) : OVER],
      [third, '1'],
    ]
  })

/** The rows of a file with a quote that stays open for this many bytes, and how many lines follow it. */
export async function rowsBehindQuote(size: number) {
  const line = `${'y'.repeat(999)},1\n`
  const count = Math.ceil(size / line.length)
  return { count, rows: await fates(`a,b\n"open,1\n${line.repeat(count)}`) }
}
