/** Commands in documents work: every one parses, and those of console blocks are run. */
import { globSync, readFileSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { allCommands } from '../../scripts/cli/commands/index.ts'
import { startModelServer } from '../../scripts/dev/model-server/index.ts'
import type { ModelServer } from '../../scripts/dev/model-server/index.ts'
import { programOf } from '../../scripts/cli/terminal/run.ts'
import { thisTerminal } from '../../scripts/cli/terminal/terminal.ts'
import { describeApi } from '../../server/app.ts'
import type { OpenDatabase } from '../../server/platform/database.ts'
import { verdict } from '../server/judging/judge-pair/judged-arena.ts'
import { createTestDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { deadheatHere } from './deadheat.ts'
import { argumentsIn, argumentsOf, shownIn } from './document-commands.ts'
import { exampleHere, KEYS, leastReply } from './example-here.ts'

const root = join(import.meta.dirname, '../..')
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  ...globSync('docs/**/*.md', { cwd: root }),
]
const textOf = (page: string) => readFileSync(join(root, page), 'utf8')

const commands = await allCommands()

/** A program that understands everything and does nothing. */
function idleProgram(): Command {
  const program = programOf(commands, { ...thisTerminal(), env: {} })
  const all = [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]
  for (const one of all.filter(({ commands }) => commands.length === 0)) one.action(() => undefined)
  return program
}

describe('every command in a document exists, with its arguments and options', () => {
  const GENERATED = 'docs/reference/terminal.md'
  const shown = PAGES.filter((page) => page !== GENERATED).flatMap((page) =>
    argumentsIn(textOf(page)).map((args) => ({ page, line: args.join(' '), args })),
  )

  test.each(shown)('$page: $line', async ({ args }) => {
    await expect(idleProgram().parseAsync(args, { from: 'user' })).resolves.toBeInstanceOf(Command)
  })

  test('an unknown option is refused', async () => {
    await expect(
      idleProgram().parseAsync(['rate', 'votes.csv', '--styles'], { from: 'user' }),
    ).rejects.toThrow('--styles')
  })
})

test('every route in a document is a route of the API', () => {
  const paths = Object.keys(describeApi().paths)
  const patterns = paths.map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`))
  const named = PAGES.flatMap((page) =>
    [...textOf(page).matchAll(/\/api\/(?:arenas|battles|admin)(?:[\w/{}.:-]*[\w}])?/g)].map(([path]) => path),
  )
  const isBeginning = (path: string) => paths.some((one) => one.startsWith(path.replace(/\/$/, '')))
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((path) => !isBeginning(path) && !patterns.some((one) => one.test(path)))).toEqual([])
})

test('the board that README.md shows is the beginning of the one in the tutorial', () => {
  const [, shown] = /```\n(No winner yet[^]*?)```/.exec(textOf('README.md'))!
  const lines = shown!.split('\n')
  expect(lines.length).toBeGreaterThan(5)
  const tutorial = textOf('docs/tutorial.md').split('\n')
  expect(lines.filter((line) => !tutorial.includes(line))).toEqual([])
})

describe('console blocks show the real output', () => {
  let models: ModelServer
  let judging: ModelServer
  let database: OpenDatabase
  beforeAll(async () => {
    models = await startModelServer({ reply: leastReply })
    judging = await startModelServer({
      reply: (call) => {
        const { content } = call.messages.at(-1)!
        return verdict(call, content.indexOf('A good') < content.indexOf('A poor') ? 'first' : 'second')
      },
    })
    database = await createTestDatabase()
    await deadheatHere(['db', 'seed'], { env: { DATABASE_URL: database.connectionString } })
  })
  afterAll(async () => {
    await models?.close()
    await judging?.close()
    await database?.close()
  })

  test('the workflow for a pull request ships a variant that wins on 30 prompts, fails the other one, and pays once', async () => {
    const cwd = await temporaryFolder()
    const prompts = Array.from({ length: 30 }, (_, i) => `p${i}`)
    const responses = (text: string) =>
      prompts.map((prompt) => JSON.stringify({ prompt, text: `${text} to ${prompt}` })).join('\n')
    await mkdir(join(cwd, 'evals'))
    await writeFile(join(cwd, 'evals/v17.jsonl'), responses('A good answer'))
    await writeFile(join(cwd, 'evals/v16.jsonl'), responses('A poor answer'))
    await writeFile(
      join(cwd, 'evals/arena.yaml'),
      stringify({
        arena: 'my-arena',
        contestants: ['v17', 'v16'].map((name) => ({ name, responses: `${name}.jsonl` })),
        prompts: prompts.map((id) => ({ id, text: `Question ${id}` })),
        judges: [{ name: 'judge', provider: 'here', model: 'gpt-4.1-mini-2025-04-14', rubric: 'overall' }],
        providers: { here: { type: 'openai', baseUrl: judging.openAiUrl, apiKeyEnv: 'OPENAI_API_KEY' } },
      }),
    )
    const env = { ...KEYS, DATABASE_URL: database.connectionString, DEADHEAT_DATA: cwd }
    const blocks = textOf('docs/how-to/compare-in-ci.md').match(/```yaml[^]*?```/g)!
    const yaml = blocks.find((block) => block.includes('run -s deadheat'))!
    const [imports, comments, suite, ...more] = argumentsIn(yaml)
    expect(more).toEqual([])
    expect(await deadheatHere(imports!, { cwd, env })).toMatchObject({ code: 0 })
    const comment = await deadheatHere(comments!, { cwd, env })
    expect([comment.code, comment.stdout]).toEqual([0, expect.stringContaining('v17')])
    const paid = judging.calls.length
    expect(paid).toBeGreaterThan(0)
    const junit = await deadheatHere(suite!, { cwd, env })
    expect([junit.code, junit.stdout]).toEqual([0, expect.stringContaining('<testsuite')])
    expect(judging.calls.length).toBe(paid)
    const swapped = comments!.map((one) => ({ v17: 'v16', v16: 'v17' })[one] ?? one)
    expect(await deadheatHere(swapped, { cwd, env })).toMatchObject({ code: 1 })
    expect(judging.calls.length).toBe(paid)
  })

  const pages = PAGES.filter((page) => textOf(page).includes('```console'))

  test.each(pages)('%s', async (page) => {
    const cwd = await temporaryFolder()
    for (const name of ['prompt-variants', 'climb'])
      await cp(await exampleHere(name, models), join(cwd, 'examples', name), { recursive: true })
    const env = { ...KEYS, DATABASE_URL: database.connectionString, DEADHEAT_DATA: cwd }
    for (const { command, file, output, exit } of shownIn(textOf(page))) {
      if (file) await writeFile(join(cwd, file.name), file.text)
      else if (!command.startsWith('export ')) {
        const { code, stdout, stderr } = await deadheatHere(argumentsOf(command), { cwd, env })
        expect([command, code, code === exit ? '' : stderr]).toEqual([command, exit, ''])
        expect([command, ...stdout.split('\n').slice(0, output.length)]).toEqual([command, ...output])
      }
    }
  })
})
