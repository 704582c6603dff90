import { folderForAll } from '../support/temporary-folder.ts'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { detailWords } from '../../server/integrity/audit-text.ts'
import type { Board } from '../../shared/contracts/index.ts'
import { createTestApp, appFor } from '../support/app.ts'
import { deadheat, deadheatHere, notRefused, REFUSED, terminalOn, wordsIn } from './deadheat.ts'
import { checkArena } from '../../server/transfer/index.ts'
const cwd = folderForAll()

const app = appFor({ clock: new Date().toISOString() })

const run = terminalOn(app, cwd)
/** Runs each command once as its own process, to see that the process ends. */
const runApart = (...args: string[]) =>
  deadheat(args, { cwd, env: { DATABASE_URL: app.database.connectionString, DEADHEAT_DATA: cwd } })

async function json<T>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await run(...args, '--json')
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as T
}

const rows = (...lines: string[]) => `${lines.join('\n')}\n`

test('a table of answers becomes an arena with a voting link, in one command', async () => {
  await writeFile(
    join(cwd, 'wide.csv'),
    rows('prompt,Short,Long', 'Hi?,Yes.,"Yes, and\nmore."', 'Bye?,No.,Not at all.'),
  )
  const { code, stdout, stderr } = await runApart(
    ...wordsIn('import wide wide.csv --question "Which is nicer?" --yes'),
  )
  expect([code, stderr]).toEqual([0, 'Read as a table of answers.\n'])
  expect(stdout).toContain('Contestants: Long, Short.')
  expect(stdout).toContain('/a/wide/vote')
  const issued = (await (await app.request('/api/arenas/wide/battles', { json: {} })).json()) as {
    battle: { left: { text: string }; right: { text: string } }
  }
  const texts = [issued.battle.left.text, issued.battle.right.text]
  expect(['Yes.', 'No.']).toContain(texts.find((text) => text.length < 5))
})

test('a vote with a group and no prompt has the same unit for rate and import, also beside a prompt of that name', async () => {
  const votes = Array.from({ length: 120 }, (_, i) => {
    const [prompt, group] = [
      [`d${i % 6}`, ''],
      [`q${i}`, `d${i % 5}`],
      ['', `d${i % 4}`],
    ][i % 3]
    return `${i},A,B,${i % 5 > 1 ? 'model_a' : 'model_b'},w${i % 9},${prompt},${group}`
  })
  await writeFile(join(cwd, 'units.csv'), rows('id,model_a,model_b,winner,judge,question_id,group', ...votes))
  await json('import', 'units', 'units.csv')
  const [rated, kept] = [
    await json<Board>('rate', 'units.csv', '--looks', 'any'),
    await json<Board>('board', 'units'),
  ]
  expect(kept.groups).toBe(rated.groups)
  const figures = ({ contestants }: Board) =>
    contestants.map(({ name, theta, interval, place }) => [name, theta, interval, place])
  expect(figures(kept)).toEqual(figures(rated))
})

test('a file whose contestants are mostly new gives a warning', async () => {
  await writeFile(join(cwd, 'known.csv'), rows('model_a,model_b,winner', 'A,B,model_a'))
  await writeFile(join(cwd, 'strangers.csv'), rows('model_a,model_b,winner', 'C,D,model_a', 'E,F,tie'))
  await run('import', 'meeting', 'known.csv')
  const { code, stdout, stderr } = await run('import', 'meeting', 'strangers.csv')
  expect(code).toBe(0)
  expect(stderr).toContain('Is it the right arena?')
  // the database of its own says nothing of where its servers are
  expect(stdout).toContain('If yours has another, set DEADHEAT_PUBLIC_URL.')
  expect(stdout).toContain(
    '4 contestants, 0 prompts, 0 answers, 2 votes. It has 6 contestants and 0 prompts.',
  )
})

test('init writes an arena that can be imported and voted on, and never overwrites', async () => {
  const { code, stdout } = await runApart('init', 'mine')
  expect(code).toBe(0)
  expect(stdout).toContain('import first-arena mine/arena.yaml')
  expect((await readdir(join(cwd, 'mine'))).sort()).toEqual([
    'answers',
    'arena.yaml',
    'prompts.jsonl',
    'rubrics',
  ])
  expect(await json('import', 'first-arena', 'mine/arena.yaml')).toMatchObject({
    contestants: 2,
    prompts: 6,
    answers: 12,
  })
  expect((await app.request('/api/arenas/first-arena/battles', { json: {} })).status).toBe(201)
  const again = await run('init', 'mine')
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('Nothing was written')])
})

test('db seed --without-votes leaves the simulated votes out', async () => {
  const other = await createTestApp()
  try {
    const env = { DATABASE_URL: other.database.connectionString, DEADHEAT_DATA: cwd }
    const { stdout } = await deadheatHere(['db', 'seed', '--without-votes', '--json'], { cwd, env })
    expect(JSON.parse(stdout)).toMatchObject({ answersAdded: 192, votesAdded: 0 })
  } finally {
    await other.close()
  }
})

test('plan of an arena without judges says how many votes people would have to give', async () => {
  await writeFile(
    join(cwd, 'three.csv'),
    rows('model_a,model_b,winner', 'A,B,model_a', 'B,C,tie', 'C,A,model_a', 'A,C,model_b'),
  )
  await run('import', 'three', 'three.csv')
  const { code, stdout } = await run('plan', 'three')
  expect(code).toBe(0)
  expect(stdout).toContain('3 contestants are 3 pairs, with 4 votes so far: 1.3 a pair.')
  expect(stdout).toContain('     0.6     194        582\n')
  expect(stdout).not.toContain('0 calls')
  expect(await json('plan', 'three', '--win-rate', '0.6')).toMatchObject({
    people: { contestants: 3, pairs: 3, votes: 4, perPair: [{ winRate: 0.6, votesForPower: 194 }] },
  })
})

test('audit prints the details of an entry in words', async () => {
  await writeFile(join(cwd, 'noted.csv'), rows('model_a,model_b,winner', 'A,B,model_a'))
  await run('import', 'noted', 'noted.csv')
  await run('arenas', 'noted', '--visibility', 'link')
  const { stdout } = await run('audit', 'noted')
  expect(stdout).toMatch(/^\d+  \S+Z  terminal  visibility changed  .*visibility link/m)
  expect(stdout).toMatch(
    /^\d+  \S+Z  terminal  arena created  described no, votes added 1, answers added 0,/m,
  )
  expect(
    detailWords({
      budgetUsd: 1.5,
      plan: { judges: ['a b', 'c'] },
      budgetUsdBefore: null,
      reason: 'Too fast, twice.',
      finding: { code: 'x' },
    }),
  ).toBe('budget in USD 1.5, plan (judges "a b" c), reason "Too fast, twice."')
})

test('wrong input is refused in one line', async () => {
  expect(await notRefused(run, REFUSED['arenas'])).toEqual([])
})

describe('dataset', () => {
  const cwd = folderForAll()

  const MIDDLE = 'Überall steht das Gleiche, und niemand liest es. '.repeat(6).trim()
  const POST = `# Titel\n\nAnfang.\n\n${MIDDLE}\n\n\`\`\`ts\nconst a = 1\n\`\`\`\n`
  const run = (args: string[], input?: string) =>
    deadheatHere(['dataset', 'fill-in-the-middle', ...args], {
      cwd,
      ...(input === undefined ? {} : { input }),
    })

  test('posts become a prompts file that an arena can import', async () => {
    await writeFile(join(cwd, 'one.md'), POST)
    await writeFile(join(cwd, 'two.md'), 'Too short.')
    const { code, stdout, stderr } = await run(['one.md', 'two.md'])
    expect([code, stderr]).toEqual([0, 'two.md was skipped: it has one paragraph, and three are needed.\n'])
    expect(JSON.parse(stdout)).toMatchObject({
      id: 'one',
      reference: MIDDLE,
      variables: {
        before: '# Titel\n\nAnfang.',
        after: '```ts\nconst a = 1\n```',
      },
    })
    await writeFile(join(cwd, 'prompts.jsonl'), stdout)
    await writeFile(join(cwd, 'answers.jsonl'), '{"prompt":"one","text":"Etwas."}\n')
    await writeFile(
      join(cwd, 'arena.yaml'),
      'arena: gaps\nprompts: prompts.jsonl\ncontestants:\n  - name: A\n    responses: answers.jsonl\n',
    )
    const { problems, incoming } = await checkArena(join(cwd, 'arena.yaml'), {
      env: {},
      prices: { rows: [] },
      now: new Date(),
    })
    expect(problems.filter(({ stops }) => stops === 'all')).toEqual([])
    expect(incoming!.prompts).toMatchObject([
      { key: 'one', reference: MIDDLE, variables: { before: '# Titel\n\nAnfang.' } },
    ])
  })

  test('stdin is read too, and unusable posts are refused with what to do', async () => {
    const { stdout } = await run(['-', '--min-words', '10', '--json'], POST)
    expect(JSON.parse(stdout)).toMatchObject({ prompts: [{ reference: MIDDLE }], skipped: [] })
    await writeFile(join(cwd, 'latin.md'), Buffer.from([0xfc, 0x62, 0x65, 0x72]))
    expect(await notRefused((...args) => run(args), REFUSED['dataset'])).toEqual([])
  })
})

/** What `board` prints beside the board: from the database and from a server. */
describe('beside a board', () => {
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
  beforeAll(async () => {
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

  test('board draws itself', async () => {
    const { code, stderr } = await run('board', 'tea', '--output', 'tea.svg')
    // a busy machine computes the board late, and the terminal says so
    const wrote = stderr.split('\n').filter((line) => line.startsWith('Wrote '))
    expect([code, wrote]).toEqual([0, ['Wrote tea.svg.']])
    expect(await readFile(join(cwd, 'tea.svg'), 'utf8')).toContain('Green')
  })

  test('board says what ingredients are worth', async () => {
    const { code, stdout } = await run('board', 'tea', '--ingredients', '--looks', 'one')
    expect(code).toBe(0)
    expect(stdout).toMatch(/Ingredients: Keep warm \(\+\d+ to \+\d+ points\)\./)
    const { ingredients } = await json<{ ingredients: object }>(
      ...wordsIn('board tea --ingredients --looks one'),
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
})
