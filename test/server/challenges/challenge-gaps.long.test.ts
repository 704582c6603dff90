/** Answers and verdicts that do not come to a climb. */
import { expect, onTestFinished, test, describe } from 'vitest'
import { describeClimb } from '../../../server/challenges/index.ts'
import type { ReceivedCall } from '../../../workshop/model-server/wires.ts'
import { refuses } from '../../../workshop/model-server/reply.ts'
import { alphabetically, modelsThat } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'
import { promptIn, climbsOf } from './climbing.ts'
import { englishText, msg } from '../../../shared/messages/index.ts'

const there = withModels()
const { setUp, tryAt, logOf } = climbsOf(there)

test('inconsistent verdicts and equal answers are ties, unreadable replies give no result, and an unanswered prompt is a loss for the challenger', async () => {
  const arena = await setUp('odd', {
    texts: { amber: { p1: 'amber on the same', p6: null }, birch: { p1: 'amber on the same' } },
  })
  const says: Record<string, (call: ReceivedCall) => string> = {
    p2: () => 'first',
    p3: () => 'no word',
    p4: () => 'both_bad',
  }
  there.models.become({
    reply: modelsThat((call) => (says[promptIn(call)] ?? alphabetically)(call) as 'first'),
  })
  const attempt = await tryAt(arena, { incumbent: 'birch', challenger: 'amber' })
  expect(attempt).toMatchObject({ wins: 1, losses: 1, ties: 3, total: 5, inconsistent: 1, identical: 1 })
  expect(attempt).toMatchObject({ failed: 1, missing: 0, unanswered: 1, winRate: 0.5 })
  const of = (key: string) => attempt.results.find(({ prompt }) => prompt === key)
  expect(of('p2')).toMatchObject({ winner: 'tie', inconsistent: true })
  expect(of('p3')).toMatchObject({ winner: null, reason: expect.stringContaining('unreadable') })
  expect(of('p6')).toMatchObject({ winner: 'incumbent', absent: 'challenger', reason: 'no answer' })
})

test('no contestant is promoted if more than a tenth of the references have no result, and both sides get a warning', async () => {
  const arena = await setUp('gaps', { references: 8, texts: { birch: { p8: null } } })
  there.models.become({
    reply: modelsThat(
      (call) => (/p[12]$/.test(promptIn(call)) ? 'no word' : alphabetically(call)) as 'first',
    ),
  })
  const attempt = await tryAt(arena, { incumbent: 'birch', challenger: 'amber' })
  expect(attempt).toMatchObject({ wins: 5, losses: 0, failed: 2, missing: 1, unanswered: 0 })
  // five of five would pass
  expect([attempt.pValue <= 0.05, attempt.verdict]).toEqual([true, 'do_not_promote'])
  expect(attempt.warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^3 of 8 references have no result \(2 without .*, 1 without .* more than 10 % /),
  ])
})

test('a challenger gains nothing by failing: passing failures are tried again, and a missing answer is a loss', async () => {
  const arena = await setUp('fails', { references: 8, made: ['amber'] })
  let hard = /p[12]$/
  const fails = (call: ReceivedCall) => !call.schema && hard.test(promptIn(call))
  there.models.become({ reply: (call) => (fails(call) ? refuses('') : modelsThat(alphabetically)(call)) })
  // six tries at a failing server are slow, three at a silent one are fast
  await there.app.sql`create function be_in_trouble() returns trigger language plpgsql as $$
    begin
      if new.gave_up then new.cause := 'server_error: it answered 500'; end if;
      return new;
    end $$`
  await there.app
    .sql`create trigger in_trouble before insert or update on calls for each row execute function be_in_trouble()`
  onTestFinished(async () => void (await there.app.sql`drop function be_in_trouble cascade`))
  const wish = { incumbent: 'birch', challenger: 'amber' }
  await expect(tryAt(arena, wish)).rejects.toMatchObject({
    stopped: 'failed',
    message: expect.stringMatching(/^2 of 8 results .*\(server_error 2\).* 2 more runs /),
  })
  await expect(tryAt(arena, wish)).rejects.toThrow(/ 1 more run /)
  expect(await logOf(arena)).toEqual([])
  hard = /p2$/
  there.models.clear()
  const attempt = await tryAt(arena, wish)
  expect(attempt).toMatchObject({ wins: 7, losses: 1, unanswered: 1, total: 8, promoted: true })
  expect(attempt.results[1]).toMatchObject({
    prompt: 'p2',
    winner: 'incumbent',
    absent: 'challenger',
    reason: expect.stringMatching(/^server_error/),
  })
  expect(attempt.warnings.map(({ message }) => message)).toEqual([
    englishText(msg('references_unanswered', { challenger: 'amber', unanswered: 1, references: 8 })),
  ])
  // the rest was judged before
  expect(new Set(there.models.calls.map(promptIn))).toEqual(new Set(['p1', 'p2']))
})

/** The hold-out of a climb, and its report. */
describe('a hold-out', () => {
  test('held-out prompts are judged only before a promotion, reported separately, and part of the gate on request', async () => {
    const { deps } = there.app
    const arena = await setUp('held', { references: 12 })
    const holdOut = { share: 0.4, seed: 1 }
    const lost = await tryAt(arena, { incumbent: 'birch', challenger: 'cedar', holdOut })
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
    const refused = await tryAt(arena, { challenger: 'amber', gate })
    expect(refused).toMatchObject({
      promoted: false,
      winRate: 1,
      holdOut: { losses: 12 - judged.size, winRate: 0 },
    })
    const won = await tryAt(arena, { challenger: 'amber' })
    expect(won).toMatchObject({ promoted: true, epoch: 1, holdOut: { losses: 12 - judged.size } })
    // the author of challengers must not learn single results of the hold-out
    expect(won.results).toHaveLength(judged.size)
    const read = (withHeldOut: boolean) =>
      describeClimb(deps, arena, { attempt: won.attempt, withTexts: true, withHeldOut })
    expect((await read(false)).results!.filter(({ heldOut }) => heldOut)).toEqual([])
    expect((await read(true)).results!.filter(({ heldOut }) => heldOut)).toHaveLength(12 - judged.size)
    // looked at twice, and one of the looks decided
    expect(won.overfit!.holdOut).toMatchObject({ looks: 2, gating: 1, likely: false })
    expect(won.overfit!.holdOut!.chance).toBeLessThan(0.51)
    expect(won.overfit!.holdOut!.chance).toBeGreaterThan(0.2)
  })

  test('an incumbent that is judged again does not use the hold-out', async () => {
    const arena = await setUp('again', { references: 8 })
    const gate = { minWinRate: 0.5, alpha: 0.05, holdOut: true }
    const holdOut = { prompts: ['p8'] }
    expect(await tryAt(arena, { incumbent: 'birch', challenger: 'amber', gate, holdOut })).toMatchObject({
      promoted: true,
      holdOut: { wins: 1 },
    })
    await setUp('again', { references: 9 })
    const next = await tryAt(arena, { challenger: 'cedar', gate })
    expect([next.epoch, next.warnings]).toEqual([2, []])
    expect((await logOf(arena))[1]).toMatchObject({ kind: 'again', verdict: 'promote', holdOut: null })
  })

  test('a hold-out that has decided several times gives a warning', async () => {
    const contestants = ['amber', 'birch', 'cedar', 'dogwood']
    const arena = await setUp('worn', { contestants, references: 6 })
    const gate = { minWinRate: 0.5, alpha: 1, holdOut: true }
    const holdOut = { prompts: ['p6'] }
    await tryAt(arena, { incumbent: 'cedar', challenger: 'birch', gate, holdOut })
    const two = await tryAt(arena, { challenger: 'amber', gate })
    expect(two.overfit!.holdOut).toMatchObject({ looks: 2, gating: 2, likely: true })
    expect(two.overfit!.holdOut!.chance).toBeCloseTo(0.75, 12)
    expect(two.warnings.map(({ code }) => code)).toContain('hold_out_overfit')
    // lost on the others: not looked at
    expect((await tryAt(arena, { challenger: 'dogwood', gate })).overfit!.holdOut!.looks).toBe(2)
  })
})
