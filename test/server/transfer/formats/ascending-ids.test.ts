import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ascendingIds } from '../../../../server/transfer/import/stage-votes.ts'

describe('ascending ids', () => {
  it('are UUIDs of version 7 with their time, each above the one before it', () => {
    const now = new Date('2026-02-03T04:05:06.789Z')
    const next = ascendingIds(now, randomUUID)
    const ids = Array.from({ length: 10_000 }, next)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(parseInt(ids[0].replace('-', '').slice(0, 12), 16)).toBe(now.getTime())
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
