/** FUZZ_COUNT and FUZZ_SEED make other requests: after a change of many routes, 10,000 of them. */
import { expect, test } from 'vitest'
import { fuzzEverything } from './fuzz/everything.ts'

const COUNT = Number(process.env['FUZZ_COUNT'] ?? 3000)
const SEED = Number(process.env['FUZZ_SEED'] ?? 2)

test('3,000 requests made from the document: every answer is described, none is a 5xx, and each operation succeeds once', async () => {
  const { answers, faults, neverSuccessful } = await fuzzEverything(COUNT, SEED)
  expect(faults.slice(0, 20)).toEqual([])
  expect(answers).toBeGreaterThanOrEqual(COUNT)
  expect(neverSuccessful).toEqual([])
})
