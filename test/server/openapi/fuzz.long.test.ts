/** FUZZ_COUNT and FUZZ_SEED make other requests. */
import { expect, test } from 'vitest'
import { fuzzEverything } from './fuzz/everything.ts'

const COUNT = Number(process.env['FUZZ_COUNT'] ?? 10_000)
const SEED = Number(process.env['FUZZ_SEED'] ?? 2)

/** They work only while judges are at work, or need parameters that agree with each other. */
const HARD = [
  ...['start', 'pause', 'resume', 'cancel', 'budget'].map(
    (verb) => `post /api/admin/arenas/{arena}/judging/${verb}`,
  ),
  // needs the name of the arena in its body; removal.test.ts has the success
  'post /api/admin/arenas/{arena}/remove',
  'get /api/arenas/{arena}/compare/examples',
  // no vote in these arenas was cast on the page; find-attacks.test.ts has the successes
  ...['quarantine', 'release'].map((verb) => `post /api/admin/arenas/{arena}/suspicions/${verb}`),
]

test('10,000 requests made from the document: every answer is described, none is a 5xx, and each operation succeeds once', async () => {
  const { answers, faults, neverSuccessful } = await fuzzEverything(COUNT, SEED)
  expect(faults.slice(0, 20)).toEqual([])
  expect(answers).toBeGreaterThanOrEqual(COUNT)
  expect(neverSuccessful.filter((operation) => !HARD.includes(operation))).toEqual([])
})
