/** Judging by a server: the terminal asks for it, and prints what it would print beside the database. */
import { folderForAll } from '../support/temporary-folder.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ADMIN_TOKEN } from '../support/app.ts'
import { alphabetically, modelsThat } from '../server/judging/judge-pair/judged-arena.ts'
import { withModels } from '../server/judging/judge-pair/with-models.ts'
import { deadheatHere } from './deadheat.ts'

const { app, models } = withModels({
  reply: modelsThat(alphabetically),
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
