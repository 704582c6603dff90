import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startModelServer } from '../../workshop/model-server/model-server.ts'
import { RetestReport } from '../../shared/contracts/index.ts'
import { openForAll } from '../support/later.ts'
import { createTestDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { alphabetically, KEYS, modelsThat, shownIn } from '../server/judging/judge-pair/judged-arena.ts'
import { deadheatHere, notRefused, REFUSED } from './deadheat.ts'

const models = openForAll(() =>
  startModelServer({
    // the hasty one prefers whoever comes last in the alphabet on questions 1 and 2
    reply: modelsThat((call) => {
      const isOdd = call.model === 'hasty-1' && /Question [12]\?/.test(call.text)
      if (!isOdd) return alphabetically(call)
      const [one, other] = shownIn(call)
      return one! > other! ? 'first' : 'second'
    }),
  }),
)
const database = openForAll(() => createTestDatabase())

const NAMES = ['amber', 'birch', 'cedar']

async function arenaFolder(judges: string[], slug = 'twice'): Promise<string> {
  const folder = await temporaryFolder()
  const arena = {
    arena: slug,
    contestants: NAMES.map((name) => ({ name, responses: `${name}.jsonl` })),
    prompts: Array.from({ length: 4 }, (_, i) => ({ id: `p${i}`, text: `Question ${i}?` })),
    judges: judges.map((name) => ({ name, provider: 'local', model: `${name}-1`, rubric: 'overall' })),
    providers: { local: { type: 'openai', baseUrl: models.openAiUrl, apiKeyEnv: 'MODELS_KEY' } },
  }
  await writeFile(join(folder, 'arena.yaml'), JSON.stringify(arena))
  for (const name of NAMES) {
    const rows = arena.prompts.map(({ id }) =>
      JSON.stringify({ prompt: id, text: `I am ${name}: well, ${id}.` }),
    )
    await writeFile(join(folder, `${name}.jsonl`), rows.join('\n'))
  }
  return folder
}

const here = (cwd: string, ...args: string[]) =>
  deadheatHere(args, {
    cwd,
    env: { ...KEYS, DATABASE_URL: database.connectionString, DEADHEAT_DATA: cwd, COLUMNS: '120' },
  })

test('judge --repeat shows how far verdicts change when a judge is asked again', async () => {
  const folder = await arenaFolder(['careful', 'hasty'])
  expect((await here(folder, 'import', 'twice', 'arena.yaml')).code).toBe(0)
  const json = await here(folder, 'judge', 'twice', '--repeat', '3', '--sample', '1', '--json')
  // each judge: 12 pairs in both orders, and of each of three pairs of contestants one prompt twice more
  expect([json.code, models.calls.length]).toEqual([0, 2 * 2 * (12 + 3 * 2)])
  const { retest } = JSON.parse(json.stdout) as { retest: RetestReport }
  expect(RetestReport.parse(retest).repeats).toMatchObject([{ judge: 'careful' }, { judge: 'hasty' }])
  const again = await here(folder, 'calibrate', 'twice', '--retest', '--json')
  expect([again.code, JSON.parse(again.stdout)]).toEqual([0, retest])

  const { stdout } = await here(folder, 'calibrate', 'twice', '--retest')
  expect(stdout.split('\n').every((line) => line.length <= 120)).toBe(true)
  expect(stdout).toMatch(/with itself +100 % \(\d+–100 %\) of 6/)
})

test('a repeat that is not possible is refused with what to do', async () => {
  const folder = await arenaFolder([], 'unjudged')
  await here(folder, 'import', 'unjudged', 'arena.yaml')
  expect(await notRefused((...args) => here(folder, 'judge', ...args), REFUSED['judge'])).toEqual([])
})

test('calibrate --due asks each judge again that repeated nothing lately, once', async () => {
  const folder = await arenaFolder(['careful', 'hasty'], 'due')
  expect((await here(folder, 'import', 'due', 'arena.yaml')).code).toBe(0)
  const untouched = await here(folder, 'calibrate', 'due', '--due')
  expect(untouched.stderr).toContain('No judge is due to be asked again.')
  expect((await here(folder, 'judge', 'due')).code).toBe(0)
  const due = await here(folder, 'calibrate', 'due', '--due', '--prompts', '1', '--json')
  // nobody voted, so no judge is calibrated
  expect([due.code, due.stderr.match(/Asking \w+ again\./g)]).toEqual([
    1,
    ['Asking careful again.', 'Asking hasty again.'],
  ])
  // three pairs of contestants, each on one prompt
  expect(JSON.parse(due.stdout)).toMatchObject({
    judges: [
      { judge: 'careful', selfAgreement: { hits: 3, n: 3 } },
      { judge: 'hasty', selfAgreement: { hits: 3, n: 3 } },
    ],
  })
  const again = await here(folder, 'calibrate', 'due', '--due')
  expect(again.stderr).toContain('No judge is due to be asked again.')
  const alone = await here(folder, 'calibrate', 'due', '--prompts', '1')
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('--prompts goes with --due')])
})
