/** The hold-out of a climb, and its report. */
import { expect, test } from 'vitest'
import { climbOf } from '../../../server/challenges/index.ts'
import type { ReceivedCall } from '../../../workshop/model-server/index.ts'
import { alphabetically, modelsThat } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'
import { promptIn, setUpClimb, tryAt } from './climbing.ts'

const there = withModels()
const at = (slug: string) => ({ slug, baseUrl: there.models.openAiUrl })
const logOf = async (arena: Awaited<ReturnType<typeof setUpClimb>>) =>
  (await climbOf(there.app.deps, arena, { withTexts: true, withHeldOut: true })).attempts

test('held-out prompts are judged only before a promotion, reported separately, and part of the gate on request', async () => {
  const { deps } = there.app
  const arena = await setUpClimb(deps, { ...at('held'), references: 12 })
  const holdOut = { share: 0.4, seed: 1 }
  const lost = await tryAt(deps, arena, { incumbent: 'birch', challenger: 'cedar', holdOut })
  expect(lost.holdOut).toBeNull()
  const judged = new Set(there.models.calls.map(promptIn))
  expect(judged.size).toBe(lost.total)
  expect(lost.total).toBeLessThan(12)
  // on what is held out, amber is worse
  const reply = modelsThat((call: ReceivedCall) => {
    const better = alphabetically(call)
    return judged.has(promptIn(call)) ? better : better === 'first' ? 'second' : 'first'
  })
  there.models.become({ reply })
  const gate = { minWinRate: 0.5, alpha: 0.05, holdOut: true }
  const refused = await tryAt(deps, arena, { challenger: 'amber', gate })
  expect(refused).toMatchObject({
    promoted: false,
    winRate: 1,
    holdOut: { losses: 12 - judged.size, winRate: 0 },
  })
  const won = await tryAt(deps, arena, { challenger: 'amber' })
  expect(won).toMatchObject({ promoted: true, epoch: 1, holdOut: { losses: 12 - judged.size } })
  // the author of challengers must not learn single results of the hold-out
  expect(won.results).toHaveLength(judged.size)
  const read = (withHeldOut: boolean) =>
    climbOf(deps, arena, { attempt: won.attempt, withTexts: true, withHeldOut })
  expect((await read(false)).results!.filter(({ heldOut }) => heldOut)).toEqual([])
  expect((await read(true)).results!.filter(({ heldOut }) => heldOut)).toHaveLength(12 - judged.size)
  // looked at twice, and one of the looks decided
  expect(won.overfit!.holdOut).toMatchObject({ looks: 2, gating: 1, likely: false })
  expect(won.overfit!.holdOut!.chance).toBeLessThan(0.51)
  expect(won.overfit!.holdOut!.chance).toBeGreaterThan(0.2)
})

test('an incumbent that is judged again does not use the hold-out', async () => {
  const { deps } = there.app
  const arena = await setUpClimb(deps, { ...at('again'), references: 8 })
  const gate = { minWinRate: 0.5, alpha: 0.05, holdOut: true }
  const holdOut = { prompts: ['p8'] }
  expect(await tryAt(deps, arena, { incumbent: 'birch', challenger: 'amber', gate, holdOut })).toMatchObject({
    promoted: true,
    holdOut: { wins: 1 },
  })
  await setUpClimb(deps, { ...at('again'), references: 9 })
  const next = await tryAt(deps, arena, { challenger: 'cedar', gate })
  expect([next.epoch, next.warnings]).toEqual([2, []])
  expect((await logOf(arena))[1]).toMatchObject({ kind: 'again', verdict: 'promote', holdOut: null })
})

test('a hold-out that has decided several times gives a warning', async () => {
  const { deps } = there.app
  const contestants = ['amber', 'birch', 'cedar', 'dogwood']
  const arena = await setUpClimb(deps, { ...at('worn'), contestants, references: 6 })
  const gate = { minWinRate: 0.5, alpha: 1, holdOut: true }
  const holdOut = { prompts: ['p6'] }
  await tryAt(deps, arena, { incumbent: 'cedar', challenger: 'birch', gate, holdOut })
  const two = await tryAt(deps, arena, { challenger: 'amber', gate })
  expect(two.overfit!.holdOut).toMatchObject({ looks: 2, gating: 2, likely: true })
  expect(two.overfit!.holdOut!.chance).toBeCloseTo(0.75, 12)
  expect(two.warnings.map(({ code }) => code)).toContain('hold_out_overfit')
  // lost on the others: not looked at
  expect((await tryAt(deps, arena, { challenger: 'dogwood', gate })).overfit!.holdOut!.looks).toBe(2)
})
