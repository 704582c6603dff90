/** `npm run bench -- judges`: how fast judging is, and what a judge costs until it is used or stopped. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApp, type AppContext } from '../../server/open-app.ts'
import { startWork } from '../../server/start-work.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { inFolder } from '../chaos/world.ts'
import { importJudgedAnswers, judgeAll } from '../model-server/judged-answers.ts'
import { startModelServer } from '../model-server/model-server.ts'
import {
  answerBy,
  CONTESTANTS,
  SCRIPTED_JUDGES,
  type ScriptedJudge,
} from '../model-server/scripted-judges.ts'
import { machine, table, times } from './figures.ts'

/** A judge whose every reply takes half a second, on 2,000 pairs. Its prompts are 340, since four contestants have six pairs. */
const STEADY: ScriptedJudge = { ...SCRIPTED_JUDGES[0]!, name: 'steady', latencyMs: 500 }
const [STEADY_PROMPTS, STEADY_CONCURRENCY] = [340, 32]
/** The prompts of each other judge. */
const [PROMPTS, CONCURRENCY] = [24, 8]
const LONGEST_SECONDS = 240
/** US dollars for a million tokens, as a model of the middle costs. */
const PRICE = { input: 3, output: 15 }

export const benchJudges = (): Promise<void> =>
  inFolder(async (dataDir) => {
    console.log(machine())
    const prices = join(dataDir, 'prices.json')
    const models = [STEADY, ...SCRIPTED_JUDGES].map(({ name, model = name }) => model)
    await writeFile(prices, JSON.stringify({ asOf: '2026-01-01', prices: [{ models, ...PRICE }] }))
    const env = { DEADHEAT_DATA: dataDir, BENCH_KEY: 'bench-key', DEADHEAT_PRICES: prices }
    const app = await openApp(readConfig({ ...env, INIT_CWD: dataDir }), () => undefined, { env })
    const worker = await startWork(app)
    try {
      const { progress, seconds } = await judge(app, STEADY, STEADY_PROMPTS, STEADY_CONCURRENCY)
      const { done } = progress.calls
      const ideal = (done * STEADY.latencyMs!) / 1000 / STEADY_CONCURRENCY
      console.log(
        `\n${progress.judgements.done} judgements, ${done} calls of ${STEADY.latencyMs} ms, ${STEADY_CONCURRENCY} at once`,
      )
      console.log(`${seconds.toFixed(1)} s, ${times(seconds / ideal)} the calls alone\n`)
      const rows = await Promise.all(SCRIPTED_JUDGES.map((scripted) => tableRow(app, scripted)))
      console.log(table([['judge', 'calls', 'US$', 'judged', 'votes', 'seconds', 'ended'], ...rows]))
    } finally {
      await worker.stop()
      await app.close()
    }
    console.log(machine())
  })

async function tableRow(app: AppContext, scripted: ScriptedJudge): Promise<string[]> {
  const { progress, seconds, calls, votes } = await judge(app, scripted, PROMPTS, CONCURRENCY)
  const { done, total } = progress.judgements
  return [
    scripted.name,
    String(calls),
    progress.spentUsd.toFixed(3),
    `${done} of ${total ?? '…'}`,
    String(votes),
    seconds.toFixed(0),
    `${progress.status}${progress.cause ? `: ${progress.cause}` : ''}`,
  ]
}

/** Lets a judge judge an arena of its own, in this process. A run that has not ended in four minutes is told as it is then. */
async function judge(
  app: AppContext,
  { name, model = name, reply, latencyMs = 0 }: ScriptedJudge,
  prompts: number,
  concurrency: number,
) {
  const provider = await startModelServer({ reply, latencyMs })
  const slug = name.toLowerCase().replaceAll(' ', '-')
  try {
    await importJudgedAnswers(app.deps, {
      slug,
      contestants: CONTESTANTS,
      prompts,
      text: answerBy,
      provider: { type: 'openai', base_url: provider.openAiUrl, api_key_env: 'BENCH_KEY', concurrency },
      judge: { name, model, params: {} },
    })
    const start = performance.now()
    const progress = await judgeAll(app.deps, slug, { budgetUsd: 100, seconds: LONGEST_SECONDS })
    const seconds = (performance.now() - start) / 1000
    const { rows } = await app.pool.query<{ votes: number }>(
      `select count(*)::int as votes from votes v join arenas a on a.id = v.arena_id where a.slug = $1`,
      [slug],
    )
    return { progress, seconds, calls: provider.calls.length, votes: rows[0]!.votes }
  } finally {
    await provider.close()
  }
}
