/** A provider that resets, fails, hangs, floods and sends wrong JSON, while a run judges within a budget. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApp, type AppContext } from '../../../server/open-app.ts'
import { readConfig } from '../../../server/platform/config/config.ts'
import type { JudgingProgress } from '../../../shared/contracts/index.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { importJudgedAnswers, judgeAll } from '../../model-server/judged-answers.ts'
import { startModelServer, type ModelServer } from '../../model-server/model-server.ts'
import type { ReceivedCall } from '../../model-server/wires.ts'
import type { Answer, BadReply } from '../../model-server/reply.ts'
import * as replies from '../../model-server/reply.ts'
import { Processes } from '../processes.ts'
import { inFolder, type Outcome, type ChaosWorld, type WorldOptions } from '../world.ts'

const ARENA = 'chaos-judge'
const MODEL = 'chaos-1'
const CONTESTANTS = ['amber', 'birch', 'cedar']
const PAIRS = (CONTESTANTS.length * (CONTESTANTS.length - 1)) / 2
const BAD_SHARE = 0.3
const CALL_TIMEOUT_SECONDS = 2
const MAX_TOKENS = 200
const PRICE = { models: [MODEL], input: 1, output: 10 }
/** Enough for half of the calls. */
const BUDGET_PER_PROMPT = 0.004
const RUN_SECONDS = 300
const MAX_ROUNDS = 12

const BAD: (() => BadReply)[] = [
  replies.hangsUp,
  replies.serverError,
  replies.overloaded,
  replies.hangs,
  replies.cuts,
  replies.stalls,
  () => replies.floods(),
  () => replies.floodsPacked(),
  () => replies.sends('{"choices": [{'),
  () => replies.sends('{"choices": "none"}'),
  replies.sendsNothing,
  () => replies.rateLimitedMs(50),
]

export const providers: ChaosWorld = {
  name: 'providers',
  about: 'a provider that resets, fails, hangs, floods and sends wrong JSON',
  times: { long: 60, short: 6 },
  run: (options) =>
    inFolder(async (folder) => {
      const models = await startModelServer({ reply: chaoticReply(options.seed), latencyMs: 5 })
      const prices = join(folder, 'prices.json')
      await writeFile(prices, JSON.stringify({ asOf: '2026-01-01', prices: [PRICE] }))
      const env = {
        CHAOS_KEY: 'chaos-key',
        DEADHEAT_CALL_TIMEOUT: String(CALL_TIMEOUT_SECONDS),
        DEADHEAT_PRICES: prices,
        ...options.settings,
      }
      const processes = new Processes(folder, { env })
      try {
        return await judgeLoop(processes, models, env, options)
      } finally {
        await processes.clear()
        await models.close()
      }
    }),
}

/** A verdict for every judge request, except for the bad share, by seed. */
function chaoticReply(seed: number): (call: ReceivedCall) => Answer | BadReply {
  const random = new RandomStream(seed, 1)
  return ({ schema }) => {
    if (random.uniform() < BAD_SHARE) return BAD[Math.floor(random.uniform() * BAD.length)]!()
    const keys = Object.keys((schema as { properties: object }).properties)
    const verdict = { reason: 'It is complete.', verdict: random.uniform() < 0.5 ? 'first' : 'second' }
    return JSON.stringify(Object.fromEntries(keys.map((key) => [key, verdict])))
  }
}

async function judgeLoop(
  processes: Processes,
  models: ModelServer,
  env: Record<string, string>,
  { seed, times }: WorldOptions,
): Promise<Outcome> {
  await processes.ensureReady('server')
  await processes.ensureReady('worker')
  const config = readConfig({ ...env, DEADHEAT_DATA: processes.dataDir, INIT_CWD: '/' })
  const app = await openApp(config, () => undefined, { env })
  const problems: string[] = []
  try {
    await importJudgedAnswers(app.deps, {
      slug: ARENA,
      contestants: CONTESTANTS,
      prompts: times,
      text: (contestant, prompt) => `${contestant} answers ${prompt}.`,
      provider: { type: 'openai', base_url: models.openAiUrl, api_key_env: 'CHAOS_KEY', concurrency: 8 },
      judge: { name: 'chaos judge', model: MODEL, params: { max_tokens: MAX_TOKENS } },
    })
    const budgetUsd = BUDGET_PER_PROMPT * times
    let progress = await runOnce(app, budgetUsd)
    if (progress.spentUsd > budgetUsd)
      problems.push(`$${progress.spentUsd} spent of a budget of $${budgetUsd}`)
    const bounded = `$${progress.spentUsd.toFixed(4)} of $${budgetUsd.toFixed(4)} spent (${progress.status})`
    const total = times * PAIRS
    let rounds = 0
    while ((await votesIn(app)) < total && rounds++ < MAX_ROUNDS) progress = await runOnce(app, null)
    const done = await votesIn(app)
    if (done !== total)
      problems.push(
        `${done} of ${total} judgements after ${rounds} more tries; the run is ${progress.status} (${progress.cause ?? 'no cause'})`,
      )
    problems.push(...processes.unexpectedEnds, ...(await paidTwice(app)))
    const badReplies = models.calls.length - models.answered
    return {
      did: `${total} judgements by a provider with ${badReplies} bad replies of ${models.calls.length}, seed ${seed}`,
      votes: null,
      figures: [bounded, `${done} judgements with a vote, none paid twice`],
      problems,
    }
  } finally {
    await app.close()
  }
}

/**
 * Starts or continues the run, what failed included.
 * @throws {Error} if it does not end
 */
async function runOnce({ deps }: AppContext, budgetUsd: number | null): Promise<JudgingProgress> {
  const progress = await judgeAll(deps, ARENA, { budgetUsd, retryFailed: true, seconds: RUN_SECONDS })
  if (progress.status === 'running') throw new Error('the run did not end in five minutes')
  return progress
}

/** The judges' votes: each judgement has one. */
async function votesIn({ pool }: AppContext): Promise<number> {
  const { rows } = await pool.query(`select count(*)::int as votes from votes where source = 'judge'`)
  return (rows[0] as { votes: number }).votes
}

/** A request whose verdict was paid for more than once, and judgements without exactly one vote. */
async function paidTwice({ pool }: AppContext): Promise<string[]> {
  const { rows: calls } = await pool.query(
    `select from calls where status = 'ok' and purpose = 'judgement' group by judgement_id, shown having count(*) > 1`,
  )
  const { rows: votes } = await pool.query(
    `select from votes where source = 'judge' group by arena_id, battle_id having count(*) > 1`,
  )
  return [
    ...(calls.length > 0 ? [`${calls.length} judge requests were answered and paid twice`] : []),
    ...(votes.length > 0 ? [`${votes.length} judgements have two votes`] : []),
  ]
}
