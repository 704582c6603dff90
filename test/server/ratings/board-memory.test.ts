import { describe, expect, it } from 'vitest'
import { LatestValues, Turns } from '../../../server/ratings/board-memory.ts'
import { currentSnapshot, resolveView } from '../../../server/ratings/index.ts'
import { createTestApp } from '../../support/app.ts'
import { createTestDatabase } from '../../support/database.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'

it('the rating thread and its connections end with the app', async () => {
  const database = await createTestDatabase()
  const app = await createTestApp({ database })
  await app.import(arenaOf('held', { votes: [voteOf(NAMES[0], NAMES[1], 'left')] }))
  const arena = await app.arena('held')
  await currentSnapshot(app.deps, arena, await resolveView(app.deps, arena, {}))
  const connections = async () => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'deadheat vote store'`,
    )
    return rows.length
  }
  expect(await connections()).toBeGreaterThan(0)
  await app.close()
  await expect.poll(connections).toBe(0)
  await database.close()
})

describe('turns', () => {
  /** Work that ends when `end` is called, and whatever takes a turn meanwhile. */
  function busyTurns() {
    const turns = new Turns()
    const done: string[] = []
    let end = () => {}
    const first = turns.take('past', () => new Promise<void>((resolve) => (end = resolve)))
    const take = (urgency: Parameters<Turns['take']>[0], name: string) =>
      turns.take(urgency, async () => void done.push(name))
    return { done, take, end: () => (end(), first) }
  }

  it('come to tracked views first, then to visitors, then to past days; a failure ends its turn', async () => {
    const { done, take, end } = busyTurns()
    const all = [take('past', 'past'), take('on request', 'visitor'), take('tracked', 'tracked')]
    await end()
    await Promise.all(all)
    expect(done).toEqual(['tracked', 'visitor', 'past'])
    const turns = new Turns()
    await expect(turns.take('tracked', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await turns.take('tracked', async () => 'next')).toBe('next')
  })

  it('are refused to the ninth visitor that waits', async () => {
    const { take, end } = busyTurns()
    const eight = Array.from({ length: 8 }, (_, n) => take('on request', String(n)))
    await expect(take('on request', 'ninth')).rejects.toMatchObject({ code: 'too_many_requests' })
    const tracked = take('tracked', 'tracked')
    await end()
    await Promise.all([...eight, tracked])
  })
})

/** Values of 1,000 bytes each; `made` lists what was made. */
function valuesOf(mostBytes: number) {
  const made: string[] = []
  const values = new LatestValues(mostBytes)
  const get = (key: string, version: string) =>
    values.get(
      key,
      version,
      async () => {
        made.push(`${key}${version}`)
        return { text: key + version }
      },
      () => 1000,
    )
  return { get, made, values }
}

it('is made once for all who ask at the same time and later, as the same object', async () => {
  const { get, made } = valuesOf(10_000)
  const [one, other] = await Promise.all([get('a', '1'), get('a', '1')])
  expect(one).toBe(other)
  expect(await get('a', '1')).toBe(one)
  expect(made).toEqual(['a1'])
})

it('is made anew for another version, which replaces it', async () => {
  const { get, made } = valuesOf(10_000)
  await get('a', '1')
  expect(await get('a', '2')).toEqual({ text: 'a2' })
  await get('a', '1')
  expect(made).toEqual(['a1', 'a2', 'a1'])
})

it('drops the values that were not used for the longest time once all are too large', async () => {
  const { get, made } = valuesOf(3500)
  for (const key of ['a', 'b', 'a', 'c']) await get(key, '1')
  await get('a', '1')
  expect(made).toEqual(['a1', 'b1', 'c1'])
  await get('b', '1')
  expect(made).toEqual(['a1', 'b1', 'c1', 'b1'])
})

it('takes no room of others if it is larger than all may be', async () => {
  const { get, made, values } = valuesOf(3500)
  await get('a', '1')
  await values.get(
    'large',
    '1',
    async () => ({}),
    () => 9000,
  )
  await get('a', '1')
  expect(made).toEqual(['a1'])
})

it('is made again after it could not be made, and each caller hears why', async () => {
  const { values } = valuesOf(10_000)
  const fails = () => values.get('a', '1', () => Promise.reject(new Error('away')))
  await expect(Promise.all([fails(), fails()])).rejects.toThrow('away')
  await expect(fails()).rejects.toThrow('away')
  expect(await values.get('a', '1', async () => ({ text: 'there' }))).toEqual({ text: 'there' })
})

it('that is replaced while it is made does not come back', async () => {
  const { values, get } = valuesOf(10_000)
  const slow = Promise.withResolvers<{ text: string }>()
  const old = values.get('a', '1', () => slow.promise)
  const newer = await get('a', '2')
  slow.resolve({ text: 'a1' })
  expect(await old).toEqual({ text: 'a1' })
  expect(await get('a', '2')).toBe(newer)
})
