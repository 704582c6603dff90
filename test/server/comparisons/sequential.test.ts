/** A against B with a look after every prompt: the verdict is that of the confidence sequence. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { watchedMean } from '../../../shared/stats/looks/watched-mean.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { compared, votesOn } from './compared.ts'

const TWO: [string, string] = ['Quillon-7b', 'Zephrite-v2']
const gate = { minVotes: 40, minWinRate: 0.6 }

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  const votes = votesOn(TWO, { wins: 27, losses: 13 })
  // the first come last, as the sequence has to find them
  await importInto(app.deps, arenaOf('looks', { prompts: 0, votes: votes.slice(13) }))
  app.clock.advance(60)
  await importInto(app.deps, arenaOf('looks', { prompts: 0, votes: votes.slice(0, 13) }))
})
afterAll(() => app?.close())

it('equals the confidence sequence over the votes in recorded order, and is stricter than one look', async () => {
  const fixed = await compared(app, 'looks', TWO, { gate })
  expect(fixed).toMatchObject({ verdict: 'ship', sequential: false, criteria: [{ sequence: null }] })
  const comparison = await compared(app, 'looks', TWO, { gate, sequential: true })
  const scores = [...Array<number>(14).fill(1), ...Array<number>(13).fill(0), ...Array<number>(13).fill(1)]
  const { decidedAfter, decidedFor, ...expected } = watchedMean(scores, [...scores.keys()])
  expect(comparison.criteria[0].sequence).toEqual({
    ...expected,
    of: 'votes',
    decidedAfter,
    decidedFor: decidedFor && TWO[0],
  })
  expect(comparison.verdict).toBe(decidedFor ? 'ship' : 'not_decided_yet')
  const strict = await compared(app, 'looks', TWO, { gate: { ...gate, alpha: 0.005 }, sequential: true })
  expect(strict).toMatchObject({ verdict: 'not_decided_yet', criteria: [{ because: 'not_significant' }] })
  expect(strict.moreVotes).toBe(strict.criteria[0].sequence!.moreVotesToDecide)
  expect(strict.moreVotes).toBeGreaterThan(0)
})

it('does not refuse a win rate that may still rise, unless nothing more will be judged', async () => {
  const high = { ...gate, alpha: 0.005, minWinRate: 0.7 }
  expect(await compared(app, 'looks', TWO, { gate: high })).toMatchObject({
    verdict: 'do_not_ship',
    criteria: [{ because: 'win_rate_too_low' }],
  })
  const open = await compared(app, 'looks', TWO, { gate: high, sequential: true })
  expect(open).toMatchObject({ verdict: 'not_decided_yet', criteria: [{ because: 'not_significant' }] })
  const outOfReach = { gate: { ...high, alpha: 0.2, minWinRate: 0.99 }, sequential: true }
  const never = await compared(app, 'looks', TWO, outOfReach)
  expect(never).toMatchObject({ verdict: 'do_not_ship', criteria: [{ because: 'win_rate_too_low' }] })
  expect(never.criteria[0].sequence!.interval![1]).toBeLessThan(0.99)

  // as many votes as the preset asks for, and no prompt is left
  const ties = votesOn(TWO, { ties: 200 })
  await importInto(app.deps, arenaOf('even', { prompts: 0, votes: ties }))
  const request = {
    gate: { preset: 'cosmetic', alpha: 0.05, minVotes: 1, minWinRate: 0.505 },
    sequential: true,
  } as const
  const over = { ...request, drawing: { seed: 1, open: [] } }
  expect(await compared(app, 'even', TWO, over)).toMatchObject({ verdict: 'do_not_ship' })
  expect(await compared(app, 'even', TWO, request)).toMatchObject({ verdict: 'not_decided_yet' })
})
