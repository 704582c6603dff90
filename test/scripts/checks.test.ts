import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../scripts/dev/model-server/index.ts'
import { ChecksReport } from '../../shared/contracts/index.ts'
import type { OpenDatabase } from '../../server/platform/postgres/database.ts'
import { createTestDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { alphabetically, KEYS, modelsThat } from '../server/judging/judge-pair/judged-arena.ts'
import { deadheatHere } from './deadheat.ts'

let models: ModelServer
let database: OpenDatabase
beforeAll(async () => {
  models = await startModelServer({ reply: modelsThat(alphabetically) })
  database = await createTestDatabase()
})
afterAll(async () => {
  await models?.close()
  await database?.close()
})

const model = { provider: 'local', model: 'some-model' }

const arenaFile = (mustPass: number): string =>
  JSON.stringify({
    arena: 'several',
    criteria: ['helpfulness', 'coherence'],
    providers: { local: { type: 'openai', baseUrl: models.openAiUrl, apiKeyEnv: 'MODELS_KEY' } },
    contestants: ['amber', 'birch'].map((name) => ({ name, ...model, system: `You are ${name}.` })),
    prompts: [0, 1].map((i) => ({ id: `p${i}`, text: `Question ${i}?` })),
    judges: ['helpfulness', 'coherence'].map((rubric) => ({ name: `by ${rubric}`, ...model, rubric })),
    checks: [{ name: 'is amber', kind: 'contains', value: 'I am amber', mustPass }],
  })

test('every criterion has its board; checks prints pass rates run by run, and exits 1 below the required share', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'arena.yaml')
  const run = (...args: string[]) =>
    deadheatHere(args, { env: { ...KEYS, DATABASE_URL: database.connectionString, COLUMNS: '120' } })
  await writeFile(file, arenaFile(0.5))
  const first = await run('run', file, '--json')
  expect(first.stderr).toContain('Done: 4 judgements')
  const { board, boards } = JSON.parse(first.stdout)
  expect(boards.map((one: { view: object; votes: number }) => [one.view, one.votes])).toMatchObject([
    [{ criterion: 'helpfulness', source: 'judges' }, 2],
    [{ criterion: 'coherence', source: 'judges' }, 2],
  ])
  expect(board).toEqual(boards[0])

  await writeFile(file, arenaFile(0))
  const second = await run('run', file)
  expect(second.stdout).toMatch(/^Criterion: helpfulness\n[^]+^Criterion: coherence\n/m)

  const output = await run('checks', 'several')
  expect([output.code, output.stderr]).toEqual([0, ''])
  expect(output.stdout).toMatch(/1 +\d{4}-\d\d-\d\d +birch +0 +2 +0 % +0–66 +50 % missed +0/)
  expect(output.stdout).toMatch(/2 +\d{4}-\d\d-\d\d +amber +2 +2 +100 % +34–100 +0 % met +0/)
  expect(output.stdout).toContain('changed before run 2')

  await writeFile(file, arenaFile(0.75))
  await run('run', file, '--json')
  const missed = await run('checks', 'several', '--json')
  expect(missed.code).toBe(1)
  const { checks } = ChecksReport.parse(JSON.parse(missed.stdout))
  expect(checks[0].runs.map(({ run: id, mustPass }) => [id, mustPass])).toEqual([
    [1, 0.5],
    [2, 0],
    [3, 0.75],
  ])
})
