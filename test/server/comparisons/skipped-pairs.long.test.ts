/** A against B where answers must pass checks before a judge is shown them. */
import { expect, test } from 'vitest'
import { resolveGate, nextBatch } from '../../../server/comparisons/index.ts'
import { listBattles } from '../../../server/leaderboard/index.ts'
import { drawnRank, SEED, startRun } from '../../../server/judging/index.ts'
import { headToHead } from '../../../shared/stats/compare/head-to-head.ts'
import type { CheckSpec } from '../../../shared/contracts/index.ts'
import { alphabetically, modelsThat, checkByModel } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'
import { between, compared } from './compared.ts'
import { msg, warning } from '../../../shared/messages/index.ts'
import { votesBeforeOpenPrompt } from '../../../server/comparisons/compare-contestants.ts'
import { BOOTSTRAP } from '../../../server/ratings/index.ts'

const there = withModels()

/** Amber answers prompts 1 to 5 wrongly, birch 5 to 7; judges always prefer amber. */
const CHECK: CheckSpec = {
  name: 'sound',
  kind: 'regex',
  pattern: '^(amber on [1-5]|birch on [5-7])$',
  flags: '',
  absent: true,
  required: true,
}
const TWO: [string, string] = ['amber', 'birch']
const gate = { minVotes: 1, minWinRate: 0.5, alpha: 0.05 }

const arena = (slug: string, checks: CheckSpec[], more: object = {}) =>
  there.judged({ slug, contestants: TWO, prompts: 12, answered: true, checks, ...more })

test('an answer that fails a check loses to one that passes, two that fail tie, and a warning says so', async () => {
  await arena('honest', [CHECK])
  const { criteria, guardRails, warnings } = await compared(there.app, 'honest', TWO, { gate })
  // 12 prompts: 4 only amber fails, 2 only birch, 1 both; amber is preferred on the other 5
  expect(criteria).toMatchObject([
    { wins: 7, losses: 4, ties: 1, votes: 12, units: 12, winRate: 7.5 / 12, bothBad: 1 },
  ])
  expect(criteria[0].byChecks).toEqual({ wins: 2, losses: 4, ties: 1 })
  expect(guardRails).toMatchObject([{ rail: 'check', check: 'sound', passed: [7, 9], holds: false }])
  expect(warnings).toContainEqual(
    warning(
      msg('prompts_left_out_by_checks', {
        own: 'amber',
        other: 'birch',
        prompts: 7,
        checks: ['sound 7'],
        lost: 4,
        won: 2,
        tied: 1,
      }),
      { kind: 'left_out_by_checks', count: 7 },
    ),
  )
  const turned = await compared(there.app, 'honest', ['birch', 'amber'], { gate })
  expect(turned.criteria).toMatchObject([{ wins: 4, losses: 7, byChecks: { wins: 4, losses: 2, ties: 1 } }])
})

test('if the check is not gating, the judge decides on the same answers', async () => {
  await arena('lenient', [{ ...CHECK, required: false } as CheckSpec])
  const { criteria, warnings } = await compared(there.app, 'lenient', TWO, { gate })
  expect(criteria).toMatchObject([{ wins: 12, losses: 0, byChecks: { wins: 0, losses: 0, ties: 0 } }])
  expect(warnings.map(({ code }) => code)).not.toContain('left_out_by_checks')
})

test('a skipped pair counts as much as a judged one: once for each judge that would have judged it', async () => {
  await arena('two-judges', [CHECK], { judges: [{}, {}] })
  const all = await compared(there.app, 'two-judges', TWO, { gate })
  expect(all.criteria).toMatchObject([{ wins: 14, losses: 8, ties: 2, votes: 24, units: 12 }])
  expect(all.criteria[0].byChecks).toEqual({ wins: 4, losses: 8, ties: 2 })
  const one = await compared(there.app, 'two-judges', TWO, { gate, source: 'judge:judge 2' })
  expect(one.criteria).toMatchObject([{ votes: 12, byChecks: { losses: 4 } }])
})

test('if every pair is skipped, the checks alone decide', async () => {
  await arena('nothing-left', [{ ...CHECK, pattern: '^amber' } as CheckSpec])
  expect(there.models.calls).toHaveLength(0)
  const { criteria, answer } = await compared(there.app, 'nothing-left', TWO, { gate })
  expect([answer, criteria[0]]).toMatchObject(['worse', { losses: 12, votes: 12, because: 'worse' }])
})

test('skipped pairs have no battle, and those that were judged have the reason', async () => {
  const arena = await there.app.arena('honest')
  const pair = { contestant: 'amber', against: 'birch', source: 'judges', limit: 50 }
  const lost = await listBattles(there.app.deps, arena, { ...pair, show: 'lost' }, true)
  expect(lost.battles.map(({ prompt }) => prompt!.key)).not.toContain('p3')
  const won = await listBattles(there.app.deps, arena, { ...pair, show: 'won' }, true)
  const onEight = won.battles.find(({ prompt }) => prompt!.key === 'p8')!
  expect(onEight.requests.map(({ reason }) => reason)).toEqual(['It is.', 'It is.'])
})

test('in batches, skipped pairs are reached like other pairs and take no call', async () => {
  const { deps } = there.app
  const question = 'Is it sound?'
  const asking = checkByModel('model', question, true)
  const judging = modelsThat(alphabetically)
  there.models.become({
    reply: (call) =>
      call.text.includes(question)
        ? JSON.stringify({ reason: 'So.', verdict: /birch on (8|9)/.test(call.text) ? 'no' : 'yes' })
        : judging(call),
  })
  const set = await there.setUpJudged({
    slug: 'batches',
    contestants: TWO,
    prompts: 12,
    answered: true,
    checks: [CHECK, asking],
  })
  const { challenger, incumbent } = await between(there.app, 'batches', TWO)
  const bounds = { cost: null, latency: null }
  const request = {
    challenger,
    incumbent,
    criteria: [],
    gate: resolveGate({ minVotes: 100 }),
    looks: 'any' as const,
    bounds,
    batch: 4,
    budgetUsd: null,
  }
  const rows = await there.app.sql<{ id: number; key: string }>`select id, key from prompts
    where arena_id = ${set.id}`
  const drawn = rows.toSorted((a, b) => drawnRank(SEED, a.id) - drawnRank(SEED, b.id))
  const scores = drawn.map(({ key }) => (+key.slice(1) < 5 ? 0 : key === 'p5' ? 0.5 : 1))
  const seenAt = (prompts: number) => {
    const seen = drawn.slice(0, prompts).map(({ key }) => key)
    const unit = seen.map((key) => [...seen].sort().indexOf(key))
    const terms = { looks: 'any', ...BOOTSTRAP } as const
    const { votes, winRate, interval, p } = headToHead(scores.slice(0, prompts), unit, terms)!
    return { votes, winRate, interval, p }
  }
  const tried = new Set<number>()
  const votes: number[] = []
  for (;;) {
    const { comparison, next, stopped } = await nextBatch(deps, set, { ...request, tried })
    if (comparison) {
      votes.push(comparison.criteria[0].votes)
      // whole batches, prompt after prompt as they were drawn, whatever was recorded first
      expect(comparison.criteria[0]).toMatchObject(seenAt(votes.length * 4))
    }
    if (!next) {
      expect(stopped).toBe('everything_judged')
      break
    }
    await startRun(deps, set, next.run)
    await there.progressWhen(set)
    for (const prompt of next.prompts) tried.add(prompt)
  }
  expect(votes.at(-1)).toBe(12)
  const { criteria } = await compared(there.app, 'batches', TWO, { gate, sequential: true })
  // as before, and birch fails twice more by what the model says
  expect(criteria).toMatchObject([{ wins: 7, losses: 4, ties: 1, byChecks: { wins: 4, losses: 4, ties: 1 } }])
  expect(criteria[0].votes).toBe(12)
  const calls = (model: string) => there.models.calls.filter((call) => call.model === model).length
  expect([calls('judge-1'), calls('checker-1')]).toEqual([2 * 3, 24])
})

test('while judging goes on, a comparison counts votes without a prompt, and all votes on prompts drawn before the first open one', () => {
  const votes = [3, null, 8, 3, null].map((promptId, i) => ({ promptId, i }))
  const second = [3, 8].sort((a, b) => drawnRank(1, a) - drawnRank(1, b))[1]!
  expect(votesBeforeOpenPrompt(votes, { seed: 1, open: [] })).toEqual(votes)
  expect(votesBeforeOpenPrompt(votes, { seed: 1, open: [second] })).toEqual(
    votes.filter(({ promptId }) => promptId !== second),
  )
})
