import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { checkArena, setUpArena } from '../../server/transfer/index.ts'
import { createTestApp } from '../support/app.ts'
import { programIn, READS_CALL } from '../support/programs.ts'
import { testModels } from '../support/providers/models.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { arenaFile } from '../server/transfer/arena-files.ts'
import {
  alphabetically,
  callsOf,
  KEYS,
  modelsThat,
  progressWhen,
  setUpJudged,
  start,
  votesOf,
} from '../server/judging/judge-pair/judged-arena.ts'

const WORKER = join(import.meta.dirname, '../../server/worker.ts')
const KILLS = 2
const CONCURRENCY = 4

/** An app without a worker of its own, and what starts one in another process. */
async function appWithWorkers() {
  const app = await createTestApp({ clock: 'runs', env: KEYS })
  onTestFinished(() => app.close())
  const dataDir = await temporaryFolder()
  const workers: ChildProcess[] = []
  onTestFinished(() => workers.forEach((worker) => worker.kill('SIGKILL')))
  const hire = () => {
    const { connectionString: DATABASE_URL } = app.database
    const env = { ...process.env, ...KEYS, DATABASE_URL, DEADHEAT_DATA: dataDir }
    const worker = spawn(process.execPath, [WORKER], { env, stdio: 'ignore' })
    workers.push(worker)
    return worker
  }
  return { app, hire }
}

it('a run loses no verdict and repeats only calls in progress if workers are killed', async () => {
  const models = await testModels({ reply: modelsThat(alphabetically), latencyMs: 60 })
  const { app, hire } = await appWithWorkers()
  const arenaOptions = { baseUrl: models.openAiUrl, prompts: 12, concurrency: CONCURRENCY }
  const arena = await setUpJudged(app.deps, arenaOptions)
  await start(app.deps, arena)

  for (let kill = 1; kill <= KILLS; kill++) {
    const worker = hire()
    const target = (kill * 108) / (KILLS + 1)
    await progressWhen(app.deps, arena, ({ calls }) => calls.done >= target)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    const { calls } = await progressWhen(app.deps, arena, () => true)
    expect(calls.underWay + calls.failed).toBeLessThanOrEqual(kill * CONCURRENCY)
  }
  hire()
  const done = await progressWhen(app.deps, arena)

  expect(done).toMatchObject({
    status: 'done',
    answers: { total: 36, done: 36, failed: 0 },
    judgements: { total: 36, done: 36, failed: 0 },
    calls: { done: 108, underWay: 0 },
  })
  // a call under way is lost with its process, and only then repeated
  expect(done.calls.failed).toBeLessThanOrEqual(KILLS * CONCURRENCY)
  expect(models.calls.length).toBeLessThanOrEqual(108 + done.calls.failed)
  expect(await callsOf(app.deps, arena)).toContainEqual({ status: 'ok', cause: null, calls: 72 })
  const causes = await app.sql`
    select distinct cause from calls where status = 'failed' and cause <> 'abandoned'`
  expect(causes).toEqual([])
  const twice = await app.sql`select judgement_id, shown from calls
    where status = 'ok' and purpose = 'judgement' group by 1, 2 having count(*) > 1`
  expect(twice).toEqual([])
  expect((await votesOf(app.deps, arena)).reduce((sum, { votes }) => sum + votes, 0)).toBe(36)
})

it('commands are started again only for calls in progress if workers are killed', async () => {
  const { app, hire } = await appWithWorkers()
  const { folder, command } = await programIn(`${READS_CALL}import { appendFileSync } from 'node:fs'
appendFileSync(new URL('started', import.meta.url), call.prompt + '\\n')
setTimeout(() => console.log('I answer ' + call.prompt), 60)`)
  const providers = {
    program: {
      type: 'exec',
      command: [command[0], join(folder, 'program.mjs')],
      concurrency: CONCURRENCY,
      costUsd: 0.25,
    },
  }
  const contestants = ['amber', 'birch'].map((name) => ({ name, provider: 'program', system: name }))
  const prompts = Array.from({ length: 18 }, (_, i) => ({ id: `p${i}`, text: `Question ${i}?` }))
  const file = await arenaFile({ arena: 'commands', contestants, prompts, providers })
  const plan = await checkArena(file, { env: KEYS, prices: app.deps.settings.prices, now: app.deps.clock() })
  await setUpArena(app.deps, plan)
  const arena = await app.arena('commands')
  await start(app.deps, arena)

  for (let kill = 1; kill <= KILLS; kill++) {
    const worker = hire()
    await progressWhen(app.deps, arena, ({ answers }) => answers.done >= kill * 10)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }
  hire()
  const done = await progressWhen(app.deps, arena)
  expect(done).toMatchObject({
    status: 'done',
    answers: { total: 36, done: 36, failed: 0 },
    calls: { done: 36, underWay: 0 },
  })
  const { failed } = done.calls
  expect(failed).toBeLessThanOrEqual(KILLS * CONCURRENCY)
  const started = (await readFile(join(folder, 'started'), 'utf8')).trim().split('\n')
  expect(started.length).toBeGreaterThanOrEqual(36)
  expect(started.length).toBeLessThanOrEqual(36 + failed)
  // a call that was under way counts as paid
  expect(done.spentUsd).toBe((36 + failed) * 0.25)
  expect((await callsOf(app.deps, arena, 'answer')).map(({ status, cause }) => [status, cause])).toEqual([
    ...(failed > 0 ? [['failed', 'abandoned']] : []),
    ['ok', null],
  ])
})
