/** Does what documents show, with the terminal of the checkout or of the package. */
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { stringify } from 'yaml'
import { startModelServer, type ModelServer } from '../../workshop/model-server/model-server.ts'
import { verdict } from '../server/judging/judge-pair/judged-arena.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import type { Ran } from './deadheat.ts'
import { argumentsIn, argumentsOf, shownIn, textOf } from './document-commands.ts'
import { EXAMPLES, exampleHere, KEYS } from './example-here.ts'

type Deadheat = (args: string[], where: { cwd: string; env: Record<string, string> }) => Promise<Ran>
type Env = Record<string, string>

/** Names of the commands and addresses that differ between checkout and package. */
const alike = (line: string) =>
  line
    .replaceAll('npm run -s deadheat --', 'npx deadheat')
    .replaceAll('npm start', 'npx deadheat serve')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'HERE')

/**
 * Runs the console blocks of a page, in a folder with the examples: exit codes and output are as shown. Returns the
 * number of commands.
 */
export async function trySteps(
  deadheat: Deadheat,
  page: string,
  models: ModelServer,
  env: Env,
): Promise<number> {
  let commands = 0
  const cwd = await temporaryFolder()
  for (const name of ['prompt-variants', 'climb'])
    await cp(await exampleHere(name, models), join(cwd, 'examples', name), { recursive: true })
  for (const name of ['votes.csv', 'replies.csv']) await cp(join(EXAMPLES, name), join(cwd, 'examples', name))
  for (const { command, file, output, exit } of shownIn(textOf(page))) {
    if (file) await writeFile(join(cwd, file.name), file.text)
    else if (!command.startsWith('export ')) {
      commands++
      const ran = await deadheat(argumentsOf(command), { cwd, env: { ...KEYS, DEADHEAT_DATA: cwd, ...env } })
      expect([command, ran.code, ran.code === exit ? '' : ran.stderr]).toEqual([command, exit, ''])
      const lines = ran.stdout.split('\n').slice(0, output.length)
      expect([command, ...lines.map(alike)]).toEqual([command, ...output.map(alike)])
    }
  }
  return commands
}

/** A server whose judge prefers a good answer to a poor one. */
export const startJudging = () =>
  startModelServer({
    reply: (call) => {
      const { content } = call.messages.at(-1)!
      return verdict(call, content.indexOf('A good') < content.indexOf('A poor') ? 'first' : 'second')
    },
  })

/**
 * Runs the command of the page on pull requests: it ships a variant that wins on 30 prompts, fails the other one, and
 * pays once. Returns the number of verdicts that were paid for.
 * @param arena its slug
 */
export async function tryWorkflow(
  deadheat: Deadheat,
  judging: ModelServer,
  arena: string,
  env: Env,
): Promise<number> {
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
      arena,
      contestants: ['v17', 'v16'].map((name) => ({ name, responses: `${name}.jsonl` })),
      prompts: prompts.map((id) => ({ id, text: `Question ${id}` })),
      judges: [{ name: 'judge', provider: 'here', model: 'gpt-4.1-mini-2025-04-14', rubric: 'overall' }],
      providers: { here: { type: 'openai', baseUrl: judging.openAiUrl, apiKeyEnv: 'OPENAI_API_KEY' } },
    }),
  )
  const [tries, ...more] = argumentsIn(textOf('docs/how-to/compare-in-ci.md').match(/```\n[^]*?```/)![0])
  expect(more).toEqual([])
  const run = (report: string, others: Record<string, string> = {}) =>
    deadheat([...tries!.map((one) => others[one] ?? one), '--report', report], {
      cwd,
      env: { ...KEYS, DEADHEAT_DATA: cwd, ...env },
    })
  const comment = await run('md')
  expect([comment.code, comment.stdout]).toEqual([0, expect.stringContaining('v17')])
  const paid = judging.calls.length
  const junit = await run('junit')
  expect([junit.code, junit.stdout]).toEqual([0, expect.stringContaining('<testsuite')])
  expect(await run('md', { v17: 'v16', v16: 'v17' })).toMatchObject({ code: 1 })
  expect(judging.calls.length).toBe(paid)
  return paid
}
