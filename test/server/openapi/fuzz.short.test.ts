/** The API answers every request that the document allows, and every other one, as the document says. */
import { expect, test } from 'vitest'
import { fuzzEverything } from './fuzz/everything.ts'

test('75 requests made from the document: every answer is described and fits its schema, none is a 5xx', async () => {
  const { answers, faults } = await fuzzEverything(75, 1)
  expect(faults.slice(0, 20)).toEqual([])
  expect(answers).toBeGreaterThanOrEqual(75)
})
