import { describe, expect, it } from 'vitest'
import { cutRows } from '../../../../server/transfer/formats/cut-rows.ts'
import { lineEnds } from '../../../../server/transfer/formats/line-ends.ts'
import { bothFates, csvOf, fates, long, MB, readAndLeftOut, rowsBehindQuote, small } from './row-fates.ts'
import { collect } from './text-file.ts'
import { inEnglish, msg } from '../../../../shared/messages/index.ts'

describe('rows of many megabytes', () => {
  it('of 10 MB are read, of 20 MB left out, in JSONL', async () => {
    const file = (size: number) => [small, long(size), small].join('\n')
    expect(await bothFates(file)).toEqual(readAndLeftOut(() => [1, 2, 3]))
  })

  it('of 10 MB are read, of 20 MB left out, in CSV in one line', async () => {
    expect(await bothFates(csvOf('x'))).toEqual(readAndLeftOut(() => [2, 3, 4]))
  })

  it('are not searched for again after each of many blank lines', async () => {
    const blank = 300_000
    expect(await fates(`a\n1\n${'\n'.repeat(blank)}22\n`)).toEqual([
      [2, '1'],
      [3 + blank, '2'],
    ])
  })

  it('a quote that stays open for 17 MB costs one line', async () => {
    const { count, rows } = await rowsBehindQuote(17 * MB)
    expect(rows.length).toBe(count + 1)
    expect(rows[0]).toEqual([2, inEnglish(msg('quote_open'))])
    expect(rows.at(-1)).toEqual([count + 2, '999'])
  })

  it('are not kept in memory', async () => {
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
