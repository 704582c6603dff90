import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataset } from '../../scripts/cli/commands/dataset.ts'
import { checkArena } from '../../server/transfer/index.ts'
import { runHere } from './run-here.ts'

let cwd: string
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'deadheat-'))
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

const MIDDLE = 'Überall steht das Gleiche, und niemand liest es. '.repeat(6).trim()
const POST = `# Titel\n\nAnfang.\n\n${MIDDLE}\n\n\`\`\`ts\nconst a = 1\n\`\`\`\n`
const run = (args: string[], input?: string) =>
  runHere(dataset, ['dataset', 'fill-in-the-middle', ...args], {
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
  const refused: [string[], RegExp][] = [
    [['nowhere.md'], /nowhere\.md: could not be read \(ENOENT\)/],
    [['.'], /is a folder: name the files in it/],
    [['latin.md'], /not UTF-8/],
    [['two.md'], /no prompt could be made: two\.md: it has one paragraph.*--min-words/],
    [['one.md', '--min-words', '0'], /whole number, 1 or more/],
  ]
  for (const [args, message] of refused) {
    const { code, stderr } = await run(args)
    expect([args, code]).toEqual([args, 2])
    expect(stderr).toMatch(message)
  }
})
