/** The order in which a confidence sequence sees prompts, where how fast one is judged depends on who wins it. */
import { describe, expect, it } from 'vitest'
import { inDrawnOrder } from '../../../server/comparisons/compare-contestants.ts'
import { drawnRank } from '../../../server/judging/index.ts'
import { confidenceSequence } from '../../../shared/stats/looks/watched-mean.ts'
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

/** Whether ½ is out at any look; each prompt has one vote. */
function decides(judged: readonly Judged[]): boolean {
  const sequence = confidenceSequence(ALPHA)
  return judged.some(({ score }) => {
    sequence.add(score)
    const [low, high] = sequence.interval() ?? [0, 1]
    return low > 0.5 || high < 0.5
  })
}

describe.each(Object.keys(ORDERS))('votes with %s', (order) => {
  it('equal contestants differ significantly in at most alpha of the runs in drawn order, and in more in recorded order', () => {
    let [drawn, asRecorded] = [0, 0]
    for (let run = 0; run < RUNS; run++) {
      const all = recorded(run, order)
      if (decides(inDrawnOrder(all, { seed: 1, open: [] }))) drawn++
      if (decides(all)) asRecorded++
    }
    expect(drawn / RUNS).toBeLessThanOrEqual(ALPHA + 2 * Math.sqrt((ALPHA * (1 - ALPHA)) / RUNS))
    expect(asRecorded / RUNS).toBeGreaterThan(3 * ALPHA)
  })

  it('a look in the middle of a batch sees a first part of what the last look sees', () => {
    for (let run = 0; run < 20; run++) {
      const all = recorded(run, order)
      const whole = inDrawnOrder(all, { seed: 1, open: [] })
      for (const at of [5, 20, 33, 59]) {
        const open = all.slice(at).map(({ promptId }) => promptId)
        const seen = inDrawnOrder(all.slice(0, at), { seed: 1, open })
        expect(seen).toEqual(whole.slice(0, seen.length))
        // it goes on to the first that is open
        expect(open).toContain(whole[seen.length].promptId)
      }
    }
  })
})

it('keeps the order of votes on one prompt, and puts votes without a prompt first', () => {
  const votes = [3, null, 8, 3, null].map((promptId, i) => ({ promptId, i }))
  const [first, second] = [3, 8].sort((a, b) => drawnRank(1, a) - drawnRank(1, b))
  const of = (promptId: number | null | undefined) => votes.filter((one) => one.promptId === promptId)
  expect(inDrawnOrder(votes, { seed: 1, open: [] })).toEqual([...of(null), ...of(first), ...of(second)])
  expect(inDrawnOrder(votes, { seed: 1, open: [second!] })).toEqual([...of(null), ...of(first)])
})
