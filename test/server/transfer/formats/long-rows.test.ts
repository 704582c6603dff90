import { describe, expect, it } from 'vitest'
import { linesOf } from '../../../../server/transfer/formats/lines.ts'
import { bothFates, fates, long, MB, readAndLeftOut, small } from './row-fates.ts'
import { collect } from './text-file.ts'
import { msg } from '../../../../shared/messages/index.ts'

describe('rows of many megabytes', () => {
  it('of 10 MB are read, of 20 MB left out, in JSONL', async () => {
    const file = (size: number) => [small, long(size), small].join('\n')
    expect(await bothFates(file)).toEqual(readAndLeftOut(() => [1, 2, 3]))
  })

  it('are not searched for again after each of many blank lines', async () => {
    const blank = 300_000
    expect(await fates(`a\n1\n${'\n'.repeat(blank)}22\n`)).toEqual([
      [2, '1'],
      [3 + blank, '2'],
    ])
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
    const lines = await collect(linesOf(endless()))
    expect(lines).toEqual([{ number: 1, text: '', wrong: msg('row_over', { megabytes: 16 }) }])
    expect(most - before).toBeLessThan(150 * MB)
  })
})
