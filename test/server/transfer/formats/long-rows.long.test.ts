import { describe, expect, it } from 'vitest'
import {
  bothFates,
  csvOf,
  fates,
  long,
  MB,
  OVER,
  readAndLeftOut,
  rowsBehindQuote,
  small,
} from './row-fates.ts'

describe('rows of many megabytes', () => {
  it('of 10 MB are read, of 20 MB left out, in JSON', async () => {
    const file = (size: number) => `[${[small, long(size), small].join(',\n')}]`
    expect(await bothFates(file)).toEqual(readAndLeftOut(() => [1, 2, 3]))
  })

  it('of 10 MB are read, of 20 MB left out, in CSV in one line', async () => {
    expect(await bothFates(csvOf('x'))).toEqual(readAndLeftOut(() => [2, 3, 4]))
  })

  it('of 10 MB are read, of 20 MB left out, in CSV over many lines', async () => {
    expect(await bothFates(csvOf('x\n'))).toEqual(readAndLeftOut((size) => [2, 3, 4 + size / 2]))
  })

  it('of 70 MB in one line cost no other row', async () => {
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
    const { count, rows } = await rowsBehindQuote(70 * MB)
    expect(rows.length).toBe(count + 1)
    expect(rows[0]).toEqual([2, 'a quote that is never closed'])
    expect(rows.at(-1)).toEqual([count + 2, '999'])
  })
})
