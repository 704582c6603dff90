/** The script of the GitHub Action, with an event of a pull request, a real server, and the routes of GitHub it calls. */
import { folderForAll } from '../../support/temporary-folder.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { judgePullRequest } from '../../../scripts/action/judge-pull-request.ts'
import { ADMIN_TOKEN, appFor } from '../../support/app.ts'
import { deadheatHere } from '../deadheat.ts'
import { openForAll } from '../../support/later.ts'
import { listening } from '../../support/listening.ts'

interface Comment {
  id: number
  body: string
  user: { type: string }
}
const MARKER = '<!-- deadheat: replies -->'
const FORBIDDEN = 'token-of-a-fork'
const folder = folderForAll()
let env: Record<string, string>
let comments: Comment[] = []
let said: string[] = []

const github = openForAll(() =>
  listening((request, response) => {
    const answer = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body))
    const url = new URL(request.url!, 'http://github')
    if (request.headers.authorization === `Bearer ${FORBIDDEN}`) return answer(403, {})
    if (request.method === 'GET') {
      const [page, size] = ['page', 'per_page'].map((name) => Number(url.searchParams.get(name)))
      return answer(200, comments.slice((page! - 1) * size!, page! * size!))
    }
    return void json(request).then((sent) => {
      const { body } = sent as { body: string }
      const id = Number(url.pathname.split('/').at(-1))
      const there = comments.find((one) => one.id === id)
      if (request.method === 'PATCH' && there) there.body = body
      else if (request.method === 'POST' && url.pathname === '/repos/our/prompts/issues/7/comments')
        comments.push({ id: comments.length + 1, body, user: { type: 'Bot' } })
      else return answer(404, {})
      return answer(200, {})
    })
  }),
)

const app = appFor({ clock: 'runs' }, async () => {
  const votes = Array.from({ length: 120 }, (_, i) => `v2,v1,${i < 114 ? 'model_a' : 'model_b'},p${i}`)
  await writeFile(join(folder, 'votes.csv'), ['model_a,model_b,winner,question_id', ...votes, ''].join('\n'))
  await writeFile(join(folder, 'event.json'), JSON.stringify({ pull_request: { number: 7 } }))
  env = {
    INPUT_ARENA: 'replies',
    INPUT_CHALLENGER: 'v2',
    INPUT_INCUMBENT: 'v1',
    INPUT_OPTIONS: '--min-votes 30',
    INPUT_FILE: 'votes.csv',
    INPUT_STRICT: 'false',
    INPUT_JUNIT: join(folder, 'compare.xml'),
    INPUT_GITHUB_TOKEN: 'token-of-the-workflow',
    GITHUB_API_URL: github.address,
    GITHUB_REPOSITORY: 'our/prompts',
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    GITHUB_OUTPUT: join(folder, 'output'),
    DEADHEAT_SERVER: await app.serve(),
    DEADHEAT_TOKEN: ADMIN_TOKEN,
  }
})
beforeEach(async () => {
  comments = []
  said = []
  for (const name of ['summary.md', 'output', 'compare.xml']) await rm(join(folder, name), { force: true })
})

const judge = (changed: Record<string, string> = {}) => {
  const around = { ...env, ...changed }
  const command = (args: readonly string[]) => deadheatHere(args, { cwd: folder, env: around }) as never
  return judgePullRequest(around, command, (line) => said.push(line))
}
const written = (name: string) => readFile(join(folder, name), 'utf8')

test('a variant that passes: exit 0, summary, JUnit, outputs, and one comment that the next push replaces', async () => {
  expect(await judge()).toBe(0)
  expect(await written('summary.md')).toContain('### v2 against v1')
  expect(await written('compare.xml')).toContain('<testsuite')
  expect(await written('output')).toContain('exit-code=0\nships=true\n')
  expect(comments).toEqual([
    { id: 1, body: expect.stringContaining(`${MARKER}\n### v2 against v1`), user: { type: 'Bot' } },
  ])
  expect(await judge({ INPUT_CHALLENGER: 'v1', INPUT_INCUMBENT: 'v2' })).toBe(1)
  expect(comments.map(({ body }) => body)).toEqual([expect.stringContaining('### v1 against v2')])
  expect(said).toEqual([])
})

test('what is not shown passes, with its JUnit case skipped, and fails if the workflow is strict', async () => {
  const open = { INPUT_OPTIONS: '--alpha 0.000000001 --min-votes 30' }
  expect(await judge(open)).toBe(0)
  expect(await written('summary.md')).toContain('**Not shown. About ')
  expect(await written('compare.xml')).toContain('<skipped message=')
  expect(await written('output')).toContain('exit-code=4\nships=false\n')
  expect(await judge({ ...open, INPUT_STRICT: 'true' })).toBe(4)
  expect(await written('compare.xml')).toContain('<failure type="more_votes"')
  expect(await judge({ INPUT_OPTIONS: '--allow-not-shown' })).toBe(2)
  expect(said.join('\n')).toContain('Use the input `strict` of the action')
})

test('the comment is found on later pages, and one of a person is never replaced', async () => {
  const person = { id: 0, body: `${MARKER}\nforged`, user: { type: 'User' } }
  comments = Array.from({ length: 120 }, (_, i) => ({ ...person, id: i + 1 }))
  await judge()
  await judge()
  expect(comments.length).toBe(121)
  expect(comments.filter(({ body }) => body.endsWith('forged')).length).toBe(120)
})

test('without a right to comment, as on a fork, the result counts and a warning says why', async () => {
  expect(await judge({ INPUT_GITHUB_TOKEN: FORBIDDEN })).toBe(0)
  expect(said).toEqual([
    expect.stringMatching(/^::warning::The comment could not be written: GitHub answers 403/),
  ])
})

test('what cannot be compared is exit 2 or 3, with the reason in the summary, and leaves the comment', async () => {
  await judge()
  const before = structuredClone(comments)
  expect(await judge({ INPUT_CHALLENGER: 'v9' })).toBe(2)
  expect(await written('summary.md')).toContain('no contestant "v9"')
  expect(await judge({ INPUT_FILE: 'nothing.csv' })).toBe(2)
  expect(await judge({ DEADHEAT_SERVER: 'http://127.0.0.1:1' })).toBe(3)
  expect(await judge({ INPUT_ARENA: '' })).toBe(2)
  expect(said.join('\n')).toContain('The action needs arena.')
  expect(comments).toEqual(before)
})

test('action.yml gives the script what it reads, and the script of it ends with the code of the gate', async () => {
  const root = join(import.meta.dirname, '../../..')
  const action = parse(await readFile(join(root, 'action.yml'), 'utf8')) as Action
  const step = action.runs.steps.find(({ id }) => id === 'judge')!
  expect(step.run).toBe('node "$GITHUB_ACTION_PATH/scripts/action/main.ts"')
  expect(
    Object.keys(env)
      .filter((name) => name.startsWith('INPUT_'))
      .toSorted(),
  ).toEqual(
    Object.keys(step.env)
      .filter((name) => name.startsWith('INPUT_'))
      .toSorted(),
  )
  for (const value of Object.values(step.env)) {
    const [, input] = /inputs\.([a-z-]+)/.exec(value) ?? []
    if (input !== undefined) expect(Object.keys(action.inputs)).toContain(input)
  }
  const { INIT_CWD: _, ...inherited } = process.env
  const changed = { INPUT_CHALLENGER: 'v1', INPUT_INCUMBENT: 'v2', INPUT_GITHUB_TOKEN: '' }
  const child = spawn(process.execPath, [join(root, 'scripts/action/main.ts')], {
    cwd: folder,
    env: { ...inherited, ...env, ...changed },
  })
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(1)
  expect(await written('output')).toContain('exit-code=1\nships=false\n')
})

interface Action {
  inputs: Record<string, unknown>
  runs: { steps: { id?: string; run: string; env: Record<string, string> }[] }
}
