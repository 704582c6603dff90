/** An address where nothing listens: the run says so, stops after a bounded number of tries, and loses nothing. */
import { onTestFinished, expect, test } from 'vitest'
import { startModelServer } from '../../../../workshop/model-server/model-server.ts'
import { judgesBoard, finish } from '../../../../scripts/cli/judging/finish.ts'
import { serverWithin } from '../../../../scripts/cli/remote/server.ts'
import type { Terminal } from '../../../../scripts/cli/terminal/terminal.ts'
import type { AppContext } from '../../../../server/open-app.ts'
import { withTerminal } from '../../../scripts/run-here.ts'
import { createTestApp } from '../../../support/app.ts'
import {
  alphabetically,
  callsOf,
  KEYS,
  modelsThat,
  progressWhen,
  setUpJudged,
  start,
} from './judged-arena.ts'

const reply = modelsThat(alphabetically)

test('the run is paused after five pauses, fails no judgement, and continues when the provider answers', async () => {
  const gone = await startModelServer({ reply })
  await gone.close()
  const port = Number(new URL(gone.openAiUrl).port)
  const breaker = { failures: 5, firstPauseMs: 100, longestPauseMs: 200 }
  const app = await createTestApp({ clock: 'runs', env: KEYS, breaker })
  onTestFinished(() => app.close())
  await app.work()
  const arena = await setUpJudged(app.deps, { slug: 'away', baseUrl: gone.openAiUrl, answered: true })
  await start(app.deps, arena)
  const paused = await progressWhen(
    app.deps,
    arena,
    ({ status, calls }) => status !== 'running' && calls.underWay === 0,
  )
  expect(paused).toMatchObject({ status: 'paused', judgements: { done: 0, failed: 0 }, spentUsd: 0 })
  expect(paused.cause).toBe(
    `unreachable: connection refused at 127.0.0.1:${port} (ECONNREFUSED); tried again after 5 pauses`,
  )
  const [failed, ...others] = await callsOf(app.deps, arena)
  expect(others).toEqual([])
  expect(failed).toMatchObject({ status: 'failed', cause: 'unreachable' })
  expect(failed!.calls).toBeLessThan(40)

  const { code, stderr } = await withTerminal(
    async (terminal) => {
      const remote = await serverWithin({ deps: app.deps } as AppContext)
      const before = await judgesBoard(remote, arena.slug)
      const typed: Terminal = { ...terminal, args: ['judge', 'away', '--token', 'never-printed'] }
      await finish(typed, remote, arena.slug, paused, { before })
      return typed.exitCode
    },
    { cwd: '.' },
  )
  expect(code).toBe(3)
  expect(stderr).toMatch(
    /^Paused \(provider not reached: connection refused at .*To resume: npm run -s deadheat -- judge away\n/,
  )

  const models = await startModelServer({ reply, port })
  onTestFinished(() => models.close())
  await start(app.deps, arena)
  expect(await progressWhen(app.deps, arena)).toMatchObject({
    status: 'done',
    judgements: { total: 12, done: 12, failed: 0 },
  })
  expect(models.calls).toHaveLength(24)
})
