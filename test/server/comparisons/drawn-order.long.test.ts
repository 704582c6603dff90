/** Which votes count while judging goes on, where how fast a prompt is judged depends on who wins it. */
import { describe, expect, it } from 'vitest'
import { drawnSoFar } from '../../../server/comparisons/compare-contestants.ts'
import { drawnRank } from '../../../server/judging/index.ts'
import { sequentialSignTest } from '../../../shared/stats/numbers/distributions.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

const [RUNS, PROMPTS, BATCH, ALPHA] = [500, 60, 20, 0.05]

interface Judged {
  promptId: number
  score: 0 | 1
  /** Within its batch. */
  endedAt: number
}

/** What is wrong with the order of recording. Either way equals win half of all prompts. */
const ORDERS: Record<string, (stream: RandomStream) => Omit<Judged, 'promptId'>> = {
  'wins are answered faster': (stream) => {
    const score = stream.uniform() < 0.5 ? 1 : 0
    return { score, endedAt: stream.uniform() + (score === 1 ? 0 : 1) }
  },
  'what a check leaves out is counted last': (stream) => {
    const isLeftOut = stream.uniform() < 0.35
    const score = !isLeftOut && stream.uniform() < 0.5 / 0.65 ? 1 : 0
    return { score, endedAt: stream.uniform() + (isLeftOut ? 1 : 0) }
  },
}

/** Batches of equals, in the order in which they were recorded. */
function recorded(run: number, order: keyof typeof ORDERS): Judged[] {
  const drawn = Array.from({ length: PROMPTS }, (_, i) => run * PROMPTS + i + 1).sort(
    (a, b) => drawnRank(1, a) - drawnRank(1, b),
  )
  const all = drawn.map((promptId) => ({ promptId, ...ORDERS[order](new RandomStream(7, promptId)) }))
  return Array.from({ length: PROMPTS / BATCH }, (_, i) => all.slice(i * BATCH, (i + 1) * BATCH)).flatMap(
    (batch) => batch.sort((a, b) => a.endedAt - b.endedAt),
  )
}

/** Whether the two are told apart at any look, one after each vote; each prompt has one vote. */
function decides(all: readonly Judged[], seen: (at: number) => readonly Judged[]): boolean {
  return all.some((_, at) => {
    const votes = seen(at + 1)
    const wins = votes.reduce((sum, { score }) => sum + score, 0)
    return sequentialSignTest(wins, votes.length - wins) <= ALPHA
  })
}

describe.each(Object.keys(ORDERS))('votes with %s', (order) => {
  it('tell equals apart in at most alpha of the runs if only prompts before the first open one count, and in more if all do', () => {
    let [drawn, asRecorded] = [0, 0]
    for (let run = 0; run < RUNS; run++) {
      const all = recorded(run, order)
      const recordedSoFar = (at: number) => all.slice(0, at)
      const openAfter = (at: number) => all.slice(at).map(({ promptId }) => promptId)
      if (decides(all, (at) => drawnSoFar(recordedSoFar(at), { seed: 1, open: openAfter(at) }))) drawn++
      if (decides(all, recordedSoFar)) asRecorded++
    }
    expect(drawn / RUNS).toBeLessThanOrEqual(ALPHA + 2 * Math.sqrt((ALPHA * (1 - ALPHA)) / RUNS))
    expect(asRecorded / RUNS).toBeGreaterThan(3 * ALPHA)
  })
})

it('counts votes without a prompt, and all votes on prompts drawn before the first open one', () => {
  const votes = [3, null, 8, 3, null].map((promptId, i) => ({ promptId, i }))
  const second = [3, 8].sort((a, b) => drawnRank(1, a) - drawnRank(1, b))[1]!
  expect(drawnSoFar(votes, { seed: 1, open: [] })).toEqual(votes)
  expect(drawnSoFar(votes, { seed: 1, open: [second] })).toEqual(
    votes.filter(({ promptId }) => promptId !== second),
  )
})
