import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  HashTable,
  shortHash,
  KnownAnswers,
} from '../../../../../server/transfer/formats/tools/read-tool-file.ts'

describe('a hash table', () => {
  it('gives back what a map gives back, also after it has grown and values were replaced', () => {
    const table = new HashTable()
    const map = new Map<string, { hash: string; number: number }>()
    for (let i = 0; i < 10_000; i++) {
      const key = createHash('sha1')
        .update(String(i % 7000))
        .digest('hex')
      const entry = { hash: shortHash(i), number: i + 1 }
      table.set(key, entry)
      map.set(key, entry)
    }
    for (const [key, entry] of map) expect(table.get(key)).toEqual(entry)
    expect(table.get('none')).toBeNull()
  })
})

describe('known answers', () => {
  const [a, b, c] = ['a', 'b', 'c'].map(shortHash)

  it('number the texts of a place, and know each again', () => {
    const known = new KnownAnswers()
    expect(known.numberOf('p', a)).toBe(1)
    expect(known.add('p', 1, a)).toBe(true)
    expect(known.add('p', 1, a)).toBe(false)
    expect(known.numberOf('p', b)).toBe(2)
    expect(known.add('p', 2, b)).toBe(true)
    expect([a, b, c].map((hash) => known.numberOf('p', hash))).toEqual([1, 2, 3])
    expect(known.numberOf('q', b)).toBe(1)
    expect([1, 2, 3].map((sample) => known.hashOf('p', sample))).toEqual([a, b, null])
  })

  it('skip numbers that a file gave', () => {
    const known = new KnownAnswers()
    known.add('p', 2, a)
    expect(known.numberOf('p', b)).toBe(1)
    known.add('p', 1, b)
    expect([a, b, c].map((hash) => known.numberOf('p', hash))).toEqual([2, 1, 3])
    known.add('p', 4, c)
    expect(known.numberOf('p', shortHash('d'))).toBe(3)
  })
})
