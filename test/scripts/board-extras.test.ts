/** What `board` prints beside the board, and the recipe of an arena: from the database and from a server. */
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../support/app.ts'
import { deadheatHere } from './deadheat.ts'

const ARENA = `arena: tea
title: Tea
contestants:
  - { name: Green, responses: green.jsonl, factors: { tone: warm, steps: yes } }
  - { name: Black, responses: black.jsonl, factors: { tone: terse, steps: yes } }
prompts:
${Array.from({ length: 12 }, (_, i) => `  - { id: q${1 + i}, text: Which tea of ${1 + i}? }\n`).join('')}`
const VOTES = [
  'model_a,model_b,winner,question_id,judge,tstamp',
  ...Array.from(
    { length: 60 },
    (_, i) =>
      `Green,Black,model_${(i + Math.floor(i / 12)) % 4 ? 'a' : 'b'},q${1 + (i % 12)},p${i},${1_700_000_000 + i * 9000}`,
  ),
].join('\n')

let app: TestApp
let cwd: string
let server: string[]

beforeAll(async () => {
  app = await createTestApp({ clock: new Date().toISOString() })
  cwd = await mkdtemp(join(tmpdir(), 'deadheat-'))
  server = ['--server', await app.serve(), '--token', ADMIN_TOKEN]
  await writeFile(join(cwd, 'arena.yaml'), ARENA)
  await writeFile(join(cwd, 'votes.csv'), VOTES)
  for (const name of ['green', 'black'])
    await writeFile(
      join(cwd, `${name}.jsonl`),
      Array.from({ length: 12 }, (_, i) =>
        JSON.stringify({ prompt: `q${1 + i}`, text: `${name} q${1 + i}` }),
      ).join('\n'),
    )
  for (const file of ['arena.yaml', 'votes.csv']) {
    const { code, stderr } = await run('import', 'tea', file)
    if (code !== 0) throw new Error(stderr)
  }
})
afterAll(async () => {
  await app?.close()
  await rm(cwd, { recursive: true, force: true })
})

const run = (...args: string[]) =>
  deadheatHere(args, {
    cwd,
    env: { DATABASE_URL: app.database.connectionString, DEADHEAT_DATA: cwd },
  })

test('board draws itself and the votes of its pairs, the same from a server', async () => {
  const wanted = ['board', 'tea', '--plot', 'tea.svg', '--matrix', 'pairs.svg']
  const { code, stderr } = await run(...wanted)
  expect([code, stderr]).toEqual([0, 'Wrote tea.svg.\nWrote pairs.svg.\n'])
  const pairs = await readFile(join(cwd, 'pairs.svg'), 'utf8')
  expect(await readFile(join(cwd, 'tea.svg'), 'utf8')).toContain('Green')
  expect(textsIn(pairs)).toEqual(expect.arrayContaining(['Green', 'Black', '75', '25', '60']))
  expect(await run(...wanted, ...server)).toMatchObject({ code: 0 })
  expect(await readFile(join(cwd, 'pairs.svg'), 'utf8')).toBe(pairs)
})

const textsIn = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)

test('board prints differences and history, the same from a server', async () => {
  const wanted = ['board', 'tea', '--differences', 'Green', '--history']
  const { code, stdout } = await run(...wanted)
  expect(code).toBe(0)
  expect(stdout).toMatch(/Differences: the rating of Green minus that of each other contestant/)
  expect(stdout).toMatch(/^Black +\+\d+ +[+−]\d+ to \+\d+ +7\d\.\d % /m)
  expect(stdout).toMatch(/History: /)
  expect((await run(...wanted, ...server)).stdout).toBe(stdout)
  const json = JSON.parse((await run(...wanted, '--json')).stdout)
  expect(json.differences.others).toMatchObject([{ name: 'Black', points: expect.any(Number) }])
  expect(json.history.points).toBeInstanceOf(Array)
  const unknown = await run('board', 'tea', '--differences', 'Blue')
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('Blue')])
})

test('board says what ingredients are worth, the same from a server', async () => {
  const { code, stdout } = await run('board', 'tea', '--ingredients', '--looks', 'one')
  expect(code).toBe(0)
  expect(stdout).toMatch(/Ingredients: Keep warm \(\+\d+ to \+\d+ points\)\./)
  expect((await run('board', 'tea', '--ingredients', '--looks', 'one', ...server)).stdout).toBe(stdout)
  const { ingredients } = JSON.parse(
    (await run('board', 'tea', '--ingredients', '--looks', 'one', '--json')).stdout,
  )
  expect(ingredients).toMatchObject({
    votes: 60,
    spare: 0,
    effects: [{ factor: 'tone', level: 'warm', than: 'terse', shown: true }],
    contestants: [
      { name: 'Green', factors: { tone: 'warm', steps: 'yes' }, rest: null },
      { name: 'Black', factors: { tone: 'terse', steps: 'yes' }, rest: null },
    ],
  })
  await writeFile(join(cwd, 'lacking.yaml'), ARENA.replace(', steps: yes } }\nprompts', ' } }\nprompts'))
  const lacking = await run('import', 'tea', 'lacking.yaml')
  expect([lacking.code, lacking.stderr]).toEqual([2, expect.stringContaining('`factors` lacks steps')])
})

test('export recipe writes files that change nothing when they are imported', async () => {
  const { code, stderr } = await run('export', 'tea', 'recipe', '-o', 'recipe')
  expect([code, stderr]).toEqual([0, expect.stringContaining('Wrote recipe: arena.yaml')])
  expect(await run('export', 'tea', 'recipe', '-o', 'again', ...server)).toMatchObject({ code: 0 })
  const filesIn = async (folder: string) => {
    const entries = await readdir(join(cwd, folder), { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
    return Promise.all(
      files.sort().map(async (path) => [path.slice(join(cwd, folder).length), await readFile(path, 'utf8')]),
    )
  }
  const files = await filesIn('recipe')
  expect(files.length).toBeGreaterThan(1)
  expect(await filesIn('again')).toEqual(files)
  expect((await run('import', 'tea', 'recipe/arena.yaml')).stdout).toContain(
    'Added to arena tea: 0 contestants, 0 prompts, 0 answers, 0 votes.',
  )
  await mkdir(join(cwd, 'full'))
  await writeFile(join(cwd, 'full', 'mine.txt'), 'x')
  const refusals = [
    [['-o', 'full'], 'full has files'],
    [[], 'name it with --output'],
    [['-o', 'x', '--json'], 'Leave out --json'],
  ] as const
  for (const [flags, message] of refusals) {
    const refused = await run('export', 'tea', 'recipe', ...flags)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(message)])
  }
  expect(await readdir(join(cwd, 'full'))).toEqual(['mine.txt'])
})
