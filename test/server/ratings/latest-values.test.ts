import { expect, it } from 'vitest'
import { LatestValues } from '../../../server/ratings/board-state.ts'

/** Values of 1,000 bytes each; `made` lists what was made. */
function valuesOf(mostBytes: number) {
  const made: string[] = []
  const values = new LatestValues<{ text: string }>(mostBytes, () => 1000)
  const get = (key: string, version: string) =>
    values.get(key, version, async () => {
      made.push(`${key}${version}`)
      return { text: key + version }
    })
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
