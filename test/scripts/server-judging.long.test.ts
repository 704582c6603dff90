/** Judging by a server: the terminal asks for it, and prints what it would print beside the database. */
import { folderForAll } from '../support/temporary-folder.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ADMIN_TOKEN } from '../support/app.ts'
import { alphabetically, modelsThat } from '../server/judging/judge-pair/judged-arena.ts'
import { withModels } from '../server/judging/judge-pair/with-models.ts'
import { deadheatHere } from './deadheat.ts'

let turned = false
const { app, models } = withModels({
  reply: modelsThat((call) => ((alphabetically(call) === 'first') === turned ? 'second' : 'first')),
  latencyMs: 5,
})
const cwd = folderForAll()
let server: string
beforeAll(async () => {
  server = await app.serve()
  await writeFile(join(cwd, 'prompts.jsonl'), PROMPTS.map((one) => `${JSON.stringify(one)}\n`).join(''))
  await writeFile(join(cwd, 'arena.yaml'), JSON.stringify(described()))
})

const PROMPTS = Array.from({ length: 14 }, (_, i) => ({
  id: `p${i}`,
  text: `Question ${i}?`,
  reference: 'Just so.',
}))
const model = { provider: 'local', model: 'some-model' }

const described = () => ({
  arena: 'served',
  criteria: ['overall', 'closeness'],
  providers: {
    local: { type: 'openai', baseUrl: models.openAiUrl, apiKeyEnv: 'MODELS_KEY', concurrency: 4 },
  },
  contestants: ['amber', 'birch', 'cedar'].map((name) => ({ name, ...model, system: `You are ${name}.` })),
  prompts: 'prompts.jsonl',
  judges: [
    { name: 'the judge', ...model, rubric: 'overall' },
    { name: 'of references', ...model, rubric: 'reference' },
  ],
  plan: { votesPerPair: 6 },
})

/** Only the server has keys and a database. */
const onServer = (...args: string[]) =>
  deadheatHere(args, {
    cwd,
    env: { DEADHEAT_SERVER: server, DEADHEAT_TOKEN: ADMIN_TOKEN, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' },
  })
test('run sends the files, has the server judge, and prints the boards; a second run finds nothing to do', async () => {
  const first = await onServer('run', 'arena.yaml')
  expect(first.stderr).toMatch(/Done: \d+ judgements/)
  expect(first.code).toBe(0)
  expect(first.stdout).toContain('amber')
  const calls = models.calls.length
  const again = await onServer('run', 'arena.yaml')
  expect(again).toMatchObject({ code: 0, stdout: first.stdout })
  const dryRun = async (...more: string[]) =>
    (
      JSON.parse((await onServer('run', 'arena.yaml', '--dry-run', '--json', ...more)).stdout) as {
        calls: number
      }
    ).calls
  expect(await dryRun()).toBe(0)
  // each judge judges one more prompt of each of three pairs in both orders
  expect(await dryRun('--votes-per-pair', '7', '--judges', 'the judge')).toBe(6)
  expect(await dryRun('--votes-per-pair', '7', '--judges', 'the judge,of references')).toBe(12)
  expect(models.calls.length).toBe(calls)
})

test('run ends when the server has no key for what is left', async () => {
  const { providers, ...rest } = described()
  const local = { ...providers.local, apiKeyEnv: 'ABSENT_API_KEY' }
  await writeFile(
    join(cwd, 'keyless.yaml'),
    JSON.stringify({ ...rest, arena: 'keyless', providers: { local } }),
  )
  const stopped = await onServer('run', 'keyless.yaml')
  expect(stopped.stderr).toContain('provider local: ABSENT_API_KEY is not set')
  expect([stopped.code, stopped.stdout]).toEqual([2, ''])
})

test('compare --judge judges batch by batch on the server until it is decided', async () => {
  await writeFile(join(cwd, 'fresh.yaml'), JSON.stringify({ ...described(), arena: 'fresh' }))
  expect(await onServer('import', 'fresh', 'fresh.yaml')).toMatchObject({ code: 0, stderr: '' })
  const args = ['compare', 'fresh', 'amber', 'cedar', '--sequential', '--judge', '--batch', '4']
  const judged = await onServer(...args, '--criterion', 'overall')
  expect(judged.stderr).toContain('Look 1: overall')
  const again = await onServer(...args, '--criterion', 'overall', '--report', 'junit')
  expect(again).toMatchObject({ code: judged.code, stdout: expect.stringContaining('<testsuites') })
})

test('try sends the file and has the server judge the two, also after a change', async () => {
  const tried = async (system: string) => {
    const file = { ...described(), arena: 'tried', plan: { everything: true }, gate: { alpha: 0.2 } }
    file.contestants[2] = { ...file.contestants[2]!, system }
    await writeFile(join(cwd, 'tried.yaml'), JSON.stringify(file))
    return onServer('try', 'tried.yaml', 'cedar', 'birch')
  }
  expect(await tried('You are cedar.')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^Worse: do not ship cedar\. /),
  })
  const changed = await tried('You are amber.')
  expect(changed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Better: ship cedar-2\. /) })
  expect(changed.stderr).toContain('it is tried as cedar-2')
})

test('challenge has the server judge by references, and enters one attempt', async () => {
  const args = ['served', '--incumbent', 'cedar', '--challenger', 'amber', '--judges', 'of references']
  const tried = await onServer('challenge', ...args, '--json')
  expect(tried.stderr).toMatch(/^With \d+ references, attempt 1 (needs|cannot pass)/)
  const challenged = JSON.parse(tried.stdout) as Record<string, unknown>
  expect(challenged).toMatchObject({ arena: 'served', attempt: 1, stood: false })
  expect(tried.code).toBe(challenged['promoted'] ? 0 : challenged['answer'] === 'not_shown' ? 4 : 1)
  expect((await onServer('challenge', 'served', '--log')).stdout).toMatch(/amber +cedar/)
})

test('judge --repeat has the server judge again, and exits 1 for a judge that turned round', async () => {
  const again = ['judge', 'served', '--judges', 'the judge', '--repeat', '2']
  const steady = await onServer(...again)
  const retest = (await onServer('calibrate', 'served', '--retest')).stdout
  expect(retest).toContain('the judge')
  expect([steady.code, steady.stdout]).toEqual([0, expect.stringContaining(retest)])
  turned = true
  const lapsed = await onServer(...again.slice(0, -1), '3')
  expect([lapsed.code, lapsed.stderr]).toEqual([1, expect.stringContaining('! the judge: ')])
})
