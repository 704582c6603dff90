/** `npm run bench -- judges`: how fast judging is, beside the calls alone. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApp } from '../../server/open-app.ts'
import { startWork } from '../../server/start-work.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { inFolder } from '../chaos/world.ts'
import { importJudgedAnswers, judgeAll } from '../model-server/judged-answers.ts'
import { startModelServer } from '../model-server/model-server.ts'
import { answerBy, CONTESTANTS, SCRIPTED_JUDGES } from '../model-server/scripted-judges.ts'
import { machine, times } from './figures.ts'

/** Every reply takes half a second, on 2,000 pairs: 340 prompts, since four contestants have six pairs. */
const [LATENCY_MS, PROMPTS, CONCURRENCY] = [500, 340, 32]
const LONGEST_SECONDS = 240
const MODEL = 'steady'
/** US dollars for a million tokens, as a model of the middle costs. */
const PRICE = { models: [MODEL], input: 3, output: 15 }

export const benchJudges = (): Promise<void> =>
  inFolder(async (dataDir) => {
    console.log(machine())
    const prices = join(dataDir, 'prices.json')
    await writeFile(prices, JSON.stringify({ asOf: '2026-01-01', prices: [PRICE] }))
    const env = { DEADHEAT_DATA: dataDir, BENCH_KEY: 'bench-key', DEADHEAT_PRICES: prices }
    const app = await openApp(readConfig({ ...env, INIT_CWD: dataDir }), () => undefined, { env })
    const worker = await startWork(app)
    const models = await startModelServer({ reply: SCRIPTED_JUDGES[0]!.reply, latencyMs: LATENCY_MS })
    try {
      await importJudgedAnswers(app.deps, {
        slug: MODEL,
        contestants: CONTESTANTS,
        prompts: PROMPTS,
        text: answerBy,
        provider: {
          type: 'openai',
          base_url: models.openAiUrl,
          api_key_env: 'BENCH_KEY',
          concurrency: CONCURRENCY,
        },
        judge: { name: MODEL, model: MODEL, params: {} },
      })
      const start = performance.now()
      const { calls, judgements } = await judgeAll(app.deps, MODEL, {
        budgetUsd: 100,
        seconds: LONGEST_SECONDS,
      })
      const seconds = (performance.now() - start) / 1000
      const ideal = (calls.done * LATENCY_MS) / 1000 / CONCURRENCY
      console.log(
        `\n${judgements.done} judgements, ${calls.done} calls of ${LATENCY_MS} ms, ${CONCURRENCY} at once`,
      )
      console.log(`${seconds.toFixed(1)} s, ${times(seconds / ideal)} the calls alone\n`)
    } finally {
      await models.close()
      await worker.stop()
      await app.close()
    }
    console.log(machine())
  })
