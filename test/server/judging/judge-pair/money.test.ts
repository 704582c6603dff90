import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runProgress } from '../../../../server/runs/index.ts'
import { setBudget } from '../../../../server/runs/operate-run.ts'
import { formatMinimumUsd } from '../../../../server/runs/run-job.ts'
import type { JudgingProgress } from '../../../../shared/contracts/index.ts'
import { alphabetically, modelsThat } from './judged-arena.ts'
import { withModels } from './with-models.ts'
import { JUDGE_MODEL } from './models-and-judges.ts'

const { app, models, setUpJudged, start, progressWhen, callsOf } = withModels({
  works: false,
  price: { models: [JUDGE_MODEL], input: 0.1, output: 100 },
  latencyMs: 150,
})
const params = { max_tokens: 100 }

test('the budget holds with 32 concurrent calls; with a higher one the run continues and pays for nothing twice, nor for one order alone', async () => {
  const { deps } = app
  // what was spent and what was reserved, at every moment
  await app.sql`create table held (run integer, usd double precision)`
  await app.sql`
    create function note_held() returns trigger language plpgsql as $$
    begin insert into held values (new.id, new.spent_usd + new.reserved_usd); return null; end $$`
  await app.sql`create trigger note_held after update on runs for each row execute function note_held()`
  await app.work()

  const arenaOptions = { answered: true, prompts: 20, concurrency: 32 }
  const arena = await setUpJudged({ ...arenaOptions, judges: [{ params }] })
  const budgetUsd = 0.12
  await start(arena, { budgetUsd })
  const reached = await progressWhen(arena)
  expect(reached).toMatchObject({
    status: 'budget_reached',
    budgetUsd,
    cause: expect.stringMatching(
      /^budget_reached: the next calls may cost up to \$0\.\d+, and \$0\.\d+ of \$0\.12 is spent$/,
    ),
    finding: { code: 'next_calls_over_budget', values: { spent: formatMinimumUsd(reached.spentUsd) } },
  })
  expect(models.mostAtOnce).toBeGreaterThan(2)
  const highest = await sql<{ most: number }>`select max(usd) as most from held`.execute(deps.db)
  expect(highest.rows[0].most).toBeLessThanOrEqual(budgetUsd)
  expect(highest.rows[0].most).toBeGreaterThan(budgetUsd * 0.8)
  expect(reached.reservedUsd).toBeCloseTo(0, 12)
  const paid = await sql<{ usd: number }>`select sum(cost_usd) as usd from calls`.execute(deps.db)
  expect(reached.spentUsd).toBeCloseTo(paid.rows[0].usd, 10)
  expect(models.calls.length).toBeLessThan(120)
  // a judgement may be recorded just after the run stopped
  await expect
    .poll(async () => 2 * (await runProgress(deps, arena.id))!.judgements.done)
    .toBe(models.calls.length)

  const refused = await setBudget(deps, arena, 0.0001).catch((error: Error) => error.message)
  const [, least] = /^budgetUsd: ([\d.]+) USD /.exec(String(refused))!
  await setBudget(deps, arena, Number(least))
  await setBudget(deps, arena, 5)
  const done = await progressWhen(arena)
  expect(done).toMatchObject({ status: 'done', judgements: { total: 60, done: 60, failed: 0 } })
  expect(models.calls.length).toBe(120)
  expect(await callsOf(arena)).toEqual([{ status: 'ok', cause: null, calls: 120 }])
})

test('what a stopped judge would cost does not end the run at its budget', async () => {
  await app.work()
  const says = modelsThat(alphabetically)
  models.become({
    reply: (call) =>
      call.maxTokens === 1000 ? { text: 'Hm.', outputTokens: 1000 } : { text: says(call), outputTokens: 1 },
  })
  const judges = [
    { name: 'mute', params: { max_tokens: 1000 } },
    { name: 'fair', params },
  ]
  const arenaOptions = { slug: 'dear', answered: true, concurrency: 2 }
  const arena = await setUpJudged({ ...arenaOptions, judges })
  // five judgements of the first judge cost $1: it is stopped at the fourth, and a sixth would not fit
  await start(arena, { budgetUsd: 1.1 })
  const paused = await progressWhen(arena)
  expect(paused).toMatchObject({
    status: 'paused',
    cause: expect.stringContaining('mute (judge-1) gave no verdict'),
    judgements: { done: 12, setAside: 12 },
  })
  expect(paused.reservedUsd).toBeCloseTo(0, 12)
  expect(paused.spentUsd).toBeLessThanOrEqual(1.1)
})

test.each([
  [0, '0.0000'],
  [0.00004, '0.00004'],
  [0.0000001, '0.000001'],
  [0.12345, '0.12345'],
  [0.1234561, '0.123457'],
  [0.1 + 0.2, '0.300001'],
  [0.9999999, '1.0000'],
  [12.5, '12.5000'],
])('for a budget of %f USD at least that cost is reported: %s', (usd, expected) => {
  expect(formatMinimumUsd(usd)).toBe(expected)
  expect(Number(expected)).toBeGreaterThanOrEqual(usd)
})

test('a budget is refused if a model has no price', async () => {
  const arena = await setUpJudged({ slug: 'unpriced', answered: true, judges: [{ model: 'nobody-knows-1' }] })
  await expect(start(arena, { budgetUsd: 1 })).rejects.toThrow(
    'there is no price for nobody-knows-1, so a budget cannot be kept',
  )
})

test('a server that ignores max_tokens costs at most one reply for each concurrent call, and the run is paused', async () => {
  const reply = modelsThat(alphabetically)
  models.become({ reply: (call) => ({ text: reply(call), outputTokens: 5000 }) })
  const arenaOptions = { slug: 'overrun', answered: true, concurrency: 2 }
  const arena = await setUpJudged({ ...arenaOptions, judges: [{ params }] })
  await start(arena, { budgetUsd: 5 })
  const isOver = ({ status, calls }: JudgingProgress) => status !== 'running' && calls.underWay === 0
  await progressWhen(arena, isOver)
  // read again: what is spent is read before calls are counted, and the last one may have ended in between
  const paused = await progressWhen(arena, isOver)
  expect(paused.status).toBe('paused')
  expect(paused.cause).toMatch(
    /^limit_ignored: models \(judge-1\) charged \$0\.500 for one reply, where max_tokens 100 allows \$0\.010\d; /,
  )
  const [{ calls }] = await callsOf(arena)
  expect(calls).toBeLessThanOrEqual(2)
  expect(paused.spentUsd).toBeCloseTo(0.5 * calls, 2)
})
