/**
 * Everything that spends at once: runs, challenges, batches, checks and visitors, on two servers of which one is killed now
 * and then, at a provider that misbehaves. Whatever the order, an arena's budget holds, and nothing stays reserved.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { live } from '../../../server/live/index.ts'
import { importInto } from '../../../server/transfer/index.ts'
import type { CheckSpec, NewOperatorToken } from '../../../shared/contracts/index.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { Processes } from '../../../workshop/chaos/processes.ts'
import { LIVE_KEY, LiveVisitor } from '../../support/live-visitors.ts'
import { cuts, hangs, overloaded, sendsNothing, serverError } from '../../../workshop/model-server/reply.ts'
import type { ReceivedCall } from '../../../workshop/model-server/wires.ts'
import { AS_ADMIN } from '../../support/app.ts'
import { folderForAll } from '../../support/temporary-folder.ts'
import { checkByModel, KEYS } from '../judging/judge-pair/judged-arena.ts'
import { contestantWith, modelsAndJudges } from '../judging/judge-pair/models-and-judges.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'

const env = { ...KEYS, [LIVE_KEY]: KEYS.MODELS_KEY }
const { app, models, priced } = withModels({
  price: { models: ['judge-1', 'writer-*', 'checker-1'], input: 0.1, output: 100 },
  appOptions: { env, callTimeoutMs: 1500 },
  latencyMs: 30,
})

const dataDir = folderForAll()

const WORLDS = 4
const NAMES = ['amber', 'birch', 'cedar']
const BAD = [serverError, overloaded, hangs, cuts, sendsNothing]

const ACTS = [
  'start',
  'cancel',
  'pause',
  'resume',
  'challenge',
  'batch',
  'budget',
  'ask',
  'ask',
  'kill',
] as const
/** What happens in each world. */
const BEFORE = (['challenge', 'cancel', 'start'] as const).map((act) => ({ act, waitMs: 3500 }))
const world = fc.record({
  seed: fc.nat(),
  budgetUsd: fc.constantFrom(0.15, 0.3, 0.6),
  perDay: fc.boolean(),
  badShare: fc.constantFrom(0, 0.15, 0.3),
  /** Whether models charge for three times as many tokens as they may. */
  overcharges: fc.boolean(),
  acts: fc.array(fc.record({ act: fc.constantFrom(...ACTS), waitMs: fc.integer({ min: 20, max: 500 }) }), {
    minLength: 15,
    maxLength: 25,
  }),
})

const asRun = { authorization: '' }
beforeAll(async () => {
  const made = await app.request('/api/admin/tokens', {
    json: { name: 'ci', role: 'run' },
    headers: AS_ADMIN,
  })
  asRun.authorization = `Bearer ${((await made.json()) as NewOperatorToken).token}`
  // after each change of money: what is spent, each call counted with no more than was reserved for it, and reserved
  await app.sql`create table held (arena_id integer, usd double precision)`
  await app.sql`
    create function note_held() returns trigger language plpgsql as $$
    begin
      insert into held select new.arena_id, sum(case when status = 'under_way' then reserved_usd
        else least(reserved_usd, coalesce(cost_usd, reserved_usd)) end) from (
        select status, reserved_usd, cost_usd from calls where arena_id = new.arena_id
        union all select status, reserved_usd, cost_usd from live_calls where arena_id = new.arena_id) c;
      return null;
    end $$`
  await app.sql`create trigger note_held after insert or update on ledgers for each row execute function note_held()`
})

async function setUp(slug: string, settings: object): Promise<number> {
  const prompts = Array.from({ length: 4 }, (_, i) => `p${i + 1}`)
  const judges = [{ params: { max_tokens: 60 } }]
  await importInto(app.deps, {
    arena: { slug, criteria: ['closeness'] },
    contestants: NAMES.map((name) =>
      contestantWith(name, { model: `writer-${name}`, params: { max_tokens: 40 } }),
    ),
    prompts: prompts.map((key) => ({
      key,
      messages: [{ role: 'user', content: `Question ${key}?` }],
      reference: `Gold ${key}.`,
    })),
    answers: [],
    votes: [],
    setUp: {
      settings,
      ...(await modelsAndJudges({
        baseUrl: models.openAiUrl,
        rubric: 'reference',
        namedAfter: 'gold',
        judges,
      })),
      checks: [{ ...checkByModel('polite', 'Is it polite?'), params: { max_tokens: 40 } } as CheckSpec],
    },
  })
  return (await app.arena(slug)).id
}

function replyOf(random: RandomStream, badShare: number, overcharges: boolean) {
  return ({ schema, model, maxTokens }: ReceivedCall) => {
    if (random.uniform() < badShare) return BAD[Math.floor(random.uniform() * BAD.length)]!()
    const keys = Object.keys((schema as { properties?: object } | null)?.properties ?? {})
    const verdict = { reason: 'x', verdict: random.uniform() < 0.5 ? 'first' : 'second' }
    const text =
      model === 'checker-1'
        ? '{"reason": "x", "verdict": "yes"}'
        : schema
          ? JSON.stringify(Object.fromEntries(keys.map((key) => [key, verdict])))
          : `Gold, more or less, says ${model}.`
    const outputTokens = (maxTokens ?? 40) * (overcharges && random.uniform() < 0.3 ? 3 : random.uniform())
    return { text, outputTokens: Math.ceil(outputTokens) }
  }
}

interface Money {
  open: number
  reserved: number
  spent: number
  paid: number
  bounded: number
  ofRuns: number
}

const moneyOf = async (arenaId: number): Promise<Money> =>
  (
    await app.sql<Money>`
    select count(*) filter (where status = 'under_way')::int as open, coalesce(sum(cost_usd), 0)::float8 as paid,
      coalesce(sum(least(reserved_usd, cost_usd)), 0)::float8 as bounded,
      (select reserved_usd from ledgers where arena_id = ${arenaId}) as reserved,
      (select spent_usd from ledgers where arena_id = ${arenaId}) as spent,
      (select coalesce(sum(reserved_usd), 0) from runs where arena_id = ${arenaId})::float8 as "ofRuns"
    from (select status, reserved_usd, cost_usd from calls where arena_id = ${arenaId}
      union all select status, reserved_usd, cost_usd from live_calls where arena_id = ${arenaId}) c`
  )[0]

it('the budget of an arena holds over everything that spends, and nothing stays reserved after kills', async () => {
  const processes = new Processes(dataDir, {
    env: {
      ...env,
      DATABASE_URL: app.database.connectionString,
      DEADHEAT_PRICES: priced.prices!,
      DEADHEAT_CALL_TIMEOUT: '2',
    },
  })
  let worlds = 0
  const kinds = new Set<string>()
  try {
    await fc.assert(
      fc.asyncProperty(world, async ({ seed, budgetUsd, perDay, badShare, overcharges, acts }) => {
        const slug = `world-${++worlds}`
        models.become({ reply: replyOf(new RandomStream(seed, 0), badShare, overcharges) })
        const arenaId = await setUp(slug, {
          ...(perDay ? { budgetUsdPerDay: budgetUsd } : { budgetUsd }),
          live: {
            budgetUsd: 5,
            visitorUsd: 5,
            addressUsd: 5,
            tokens: 40,
            turns: 3,
            characters: 100,
            vote: 'end',
            keepDays: 9,
          },
        })
        await processes.ensureReady('server')
        const random = new RandomStream(seed, 1)
        /** To one of the two servers. What it answers does not matter: a killed one answers nothing. */
        const send = async (path: string, init: RequestInit): Promise<Response> =>
          random.uniform() < 0.5
            ? app.request(path, init)
            : fetch(processes.address + path, { ...init, signal: AbortSignal.timeout(20_000) })
        const post = (path: string, json: object) =>
          send(path, {
            method: 'POST',
            headers: { ...asRun, 'content-type': 'application/json' },
            body: JSON.stringify(json),
          })
        const judging = (verb: string, json = {}) => post(`/api/admin/arenas/${slug}/judging/${verb}`, json)
        const does = {
          start: () => judging('start', random.uniform() < 0.5 ? {} : { budgetUsd: budgetUsd / 2 }),
          cancel: () => judging('cancel'),
          pause: () => judging('pause'),
          resume: () => judging('resume'),
          budget: () => judging('budget', { budgetUsd }),
          batch: () =>
            post(`/api/admin/arenas/${slug}/compare/batch`, {
              a: 'amber',
              b: 'birch',
              batch: 4,
              tried: [],
              start: true,
            }),
          challenge: () =>
            post(`/api/arenas/${slug}/challenges`, { incumbent: 'amber', challenger: 'cedar' }),
          ask: async () => {
            const visitor = new LiveVisitor(send, slug)
            await visitor.send('', { text: 'Why?' })
          },
          kill: async () => {
            await processes.kill('server')
            await processes.ensureReady('server')
          },
        }
        const under: Promise<unknown>[] = []
        for (const { act, waitMs } of [...BEFORE, ...acts]) {
          const done = does[act]().catch(() => null)
          under.push(done)
          if (act === 'kill') await done
          await sleep(waitMs)
        }
        await Promise.all(under)
        await judging('cancel').catch(() => null)
        await processes.kill('server')

        // what a killed server left is settled by those that live
        await expect
          .poll(
            async () => {
              await live.tasks['sweep-live'](app.deps)
              return (await moneyOf(arenaId)).open
            },
            { timeout: 60_000, interval: 500 },
          )
          .toBe(0)
        const { reserved, spent, paid, bounded, ofRuns } = await moneyOf(arenaId)
        expect(reserved).toBeCloseTo(0, 9)
        expect(ofRuns).toBeCloseTo(0, 9)
        expect(spent).toBeCloseTo(paid, 9)
        const most = budgetUsd * (1 + 1e-9)
        expect(bounded).toBeLessThanOrEqual(most)
        if (!overcharges) expect(paid).toBeLessThanOrEqual(most)
        const [{ usd }] = await app.sql<{
          usd: number
        }>`select max(usd) as usd from held where arena_id = ${arenaId}`
        expect(usd).toBeLessThanOrEqual(most)
        const rows = await app.sql<{ kind: string }>`
          select purpose || ' ' || kind as kind from calls c join runs r on r.arena_id = c.arena_id and r.id = c.run_id
          where c.arena_id = ${arenaId} union select 'live' from live_calls where arena_id = ${arenaId}`
        for (const { kind } of rows) kinds.add(kind)
      }),
      { numRuns: WORLDS, seed: 7, endOnFailure: true },
    )
  } finally {
    await processes.clear()
  }
  expect([...kinds].sort()).toEqual(
    expect.arrayContaining(['answer judge', 'check judge', 'judgement challenge', 'judgement judge', 'live']),
  )
})
