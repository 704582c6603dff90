import { describe, expect, it } from 'vitest'
import { cutRows } from '../../../../server/transfer/formats/cut-rows.ts'
import { lineEnds } from '../../../../server/transfer/formats/line-ends.ts'
import { collect, rowsIn } from './text-file.ts'
import { inEnglish, msg } from '../../../../shared/messages/index.ts'

const OVER = inEnglish(msg('row_over', { megabytes: 16 }))

const MB = 1_000_000
const small = '{"a":1}'
const long = (size: number) => `{"a":"${'x'.repeat(size)}"}`

/** Each row by its line and what became of it. */
async function fates(text: string): Promise<[number, string][]> {
  const rows = await rowsIn(text)
  return rows.map((row) => [
    row.line,
    'wrong' in row ? inEnglish(row.wrong) : `${String(row.fields['a']).length}`,
  ])
}

describe('rows of many megabytes', () => {
  it.each([
    ['JSONL', (middle: string) => [small, middle, small].join('\n')],
    ['JSON', (middle: string) => `[${[small, middle, small].join(',\n')}]`],
  ])('of 10 MB are read, of 20 MB left out, in %s', async (_, file) => {
    expect(await fates(file(long(10 * MB)))).toEqual([
      [1, '1'],
      [2, String(10 * MB)],
      [3, '1'],
    ])
    expect(await fates(file(long(20 * MB)))).toEqual([
      [1, '1'],
      [2, OVER],
      [3, '1'],
    ])
  })

  it.each([
    ['in one line', 'x'],
    ['over many lines', 'x\n'],
  ])('of 10 MB are read, of 20 MB left out, in CSV %s', async (_, piece) => {
    const file = (size: number) => `a,b\n1,1\n"${piece.repeat(size / piece.length)}",1\n1,1\n`
    const after = (size: number) => 4 + (piece.includes('\n') ? size / 2 : 0)
    expect(await fates(file(10 * MB))).toEqual([
      [2, '1'],
      [3, String(10 * MB)],
      [after(10 * MB), '1'],
    ])
    expect(await fates(file(20 * MB))).toEqual([
      [2, '1'],
      [3, OVER],
      [after(20 * MB), '1'],
    ])
  })

  it('are not looked for again behind each of many blank lines', async () => {
    const blank = 300_000
    expect(await fates(`a\n1\n${'\n'.repeat(blank)}22\n`)).toEqual([
      [2, '1'],
      [3 + blank, '2'],
    ])
  })

  it('of 70 MB in one line cost nothing but themselves', async () => {
    const row = `{"a":"${'x'.repeat(70 * MB)}"}`
    expect(await fates(`${row}\n${small}\n`)).toEqual([
      [1, OVER],
      [2, '1'],
    ])
    expect(await fates(`[${row},${small}]`)).toEqual([
      [1, OVER],
      [1, '1'],
    ])
  })

  it('a quote that stays open for 70 MB costs one line', async () => {
    const line = `${'y'.repeat(999)},1\n`
    const count = Math.ceil((70 * MB) / line.length)
    const read = await fates(`a,b\n"open,1\n${line.repeat(count)}`)
    expect(read.length).toBe(count + 1)
    expect(read[0]).toEqual([2, inEnglish(msg('quote_open'))])
    expect(read.at(-1)).toEqual([count + 2, '999'])
  })

  it('are not held in memory', async () => {
    const piece = Buffer.alloc(MB, 'x')
    let most = 0
    async function* endless() {
      for (let i = 0; i < 300; i++) {
        yield piece
        most = Math.max(most, process.memoryUsage().arrayBuffers)
      }
    }
    const before = process.memoryUsage().arrayBuffers
    const rows = await collect(cutRows(endless(), lineEnds()))
    expect(rows).toEqual([{ line: 1, wrong: msg('row_over', { megabytes: 16 }) }])
    expect(most - before).toBeLessThan(150 * MB)
  })
})
