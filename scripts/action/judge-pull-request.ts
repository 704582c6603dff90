import { appendFile, readFile, writeFile } from 'node:fs/promises'

type Environment = Record<string, string | undefined>

/** Runs a command of the terminal. `stderr` was already shown. */
export type RunCommand = (
  args: readonly string[],
) => Promise<{ code: number; stdout: string; stderr: string }>

interface Inputs {
  arena: string
  /** An arena.yaml to import first; null: the arena is there. */
  file: string | null
  challenger: string
  incumbent: string
  /** Further options of `compare`. */
  options: string[]
  junit: string
  /** Whether the step and its JUnit case fail if neither is shown to be better. */
  strict: boolean
}

/**
 * Judges the variant of a pull request: imports the arena.yaml, compares, and writes the step summary, the JUnit file,
 * the outputs and one comment, which later pushes replace.
 * @returns the exit code of the step: 0 ship, or not shown unless strict · 1 do not ship · 2 bad input · 3 outside failure · 4 not
 *   shown, if strict
 */
export async function judgePullRequest(
  env: Environment,
  command: RunCommand,
  say: (line: string) => void,
): Promise<number> {
  const inputs = readInputs(env)
  if (typeof inputs === 'string') return failed(env, say, 2, inputs)
  const { arena, file, challenger, incumbent, options, junit, strict } = inputs
  if (file !== null) {
    const { code, stderr } = await command(['import', arena, file])
    if (code !== 0) return failed(env, say, code, stderr)
  }
  const compare = ['compare', arena, challenger, incumbent, ...options]
  const report = await command([...compare, '--report', 'md', '--show', 'losses'])
  if (!DECIDED.includes(report.code)) return failed(env, say, report.code, report.stderr)
  // the verdicts are stored, so this calls no model
  const cases = await command([...compare, '--report', 'junit', ...(strict ? ['--strict'] : [])])
  if (DECIDED.includes(cases.code)) await writeFile(junit, cases.stdout)
  await append(env['GITHUB_STEP_SUMMARY'], report.stdout)
  await append(env['GITHUB_OUTPUT'], `exit-code=${report.code}\nships=${report.code === 0}\njunit=${junit}\n`)
  await comment(env, arena, report.stdout, say)
  return report.code === NOT_SHOWN && !strict ? 0 : report.code
}

/** The exit code of `compare` if neither is shown to be better. */
const NOT_SHOWN = 4
const DECIDED = [0, 1, NOT_SHOWN]

/** The inputs, or what is missing. */
function readInputs(env: Environment): Inputs | string {
  const input = (name: string) => env[`INPUT_${name}`]?.trim() ?? ''
  const missing = ['ARENA', 'CHALLENGER', 'INCUMBENT'].filter((name) => input(name) === '')
  if (missing.length > 0) return `The action needs ${missing.map((name) => name.toLowerCase()).join(', ')}.`
  const options = input('OPTIONS').split(/\s+/).filter(Boolean)
  // its exit code would say that what is not shown ships
  if (options.some((option) => option === '--allow-not-shown' || option === '--strict'))
    return 'Use the input `strict` of the action in place of the options --allow-not-shown and --strict.'
  return {
    arena: input('ARENA'),
    file: input('FILE') || null,
    challenger: input('CHALLENGER'),
    incumbent: input('INCUMBENT'),
    options,
    junit: input('JUNIT') || 'deadheat-compare.xml',
    strict: input('STRICT') === 'true',
  }
}

/** Says in the summary why there is no report. The comment of an earlier push stays. */
async function failed(
  env: Environment,
  say: (line: string) => void,
  code: number,
  why: string,
): Promise<number> {
  const text = why.trim() || `deadheat ended with exit code ${code}.`
  say(`::error::${text.replaceAll('%', '%25').replaceAll('\n', '%0A')}`)
  await append(env['GITHUB_STEP_SUMMARY'], `### Deadheat could not compare\n\n~~~\n${text}\n~~~\n`)
  await append(env['GITHUB_OUTPUT'], `exit-code=${code}\nships=false\n`)
  return code
}

/** A comment that cannot be written, such as on a pull request from a fork, is only a warning. */
async function comment(
  env: Environment,
  arena: string,
  text: string,
  say: (line: string) => void,
): Promise<void> {
  const number = await pullRequestIn(env['GITHUB_EVENT_PATH'])
  const token = env['INPUT_GITHUB_TOKEN'] ?? ''
  const repository = env['GITHUB_REPOSITORY'] ?? ''
  if (number === null || token === '' || repository === '') return
  const api = env['GITHUB_API_URL'] ?? 'https://api.github.com'
  try {
    await putComment({ api, repository, number, token }, `<!-- deadheat: ${arena} -->`, text)
  } catch (error) {
    say(`::warning::The comment could not be written: ${(error as Error).message}.`)
  }
}

/** The number of the pull request of an event; null for other events. */
async function pullRequestIn(path: string | undefined): Promise<number | null> {
  if (!path) return null
  const event = JSON.parse(await readFile(path, 'utf8')) as { pull_request?: { number?: number } }
  return event.pull_request?.number ?? null
}

async function append(path: string | undefined, text: string): Promise<void> {
  if (path) await appendFile(path, `${text}\n`)
}

/** The few routes of GitHub that keep one comment on a pull request. Source: docs.github.com/rest/issues/comments. */

interface PullRequest {
  /** The address of the API, such as https://api.github.com. */
  api: string
  /** OWNER/NAME. */
  repository: string
  number: number
  token: string
}

interface Comment {
  id: number
  body?: string | null
  user?: { type?: string } | null
}

const PAGE = 100
/** GitHub refuses longer comments. */
const LONGEST_BODY = 65_536
const CUT = '\n\n… cut: the step summary has all of it.'

/**
 * Writes the comment that begins with `marker`, or replaces it. It only replaces comments of a bot, since anybody may
 * write the marker.
 * @throws {Error} with the status of GitHub, if it refuses
 */
async function putComment(pull: PullRequest, marker: string, text: string): Promise<void> {
  const comment = `${marker}\n${text}`
  const body = comment.length <= LONGEST_BODY ? comment : comment.slice(0, LONGEST_BODY - CUT.length) + CUT
  const earlier = await findComment(pull, marker)
  const comments = `/repos/${pull.repository}/issues`
  if (earlier === null) await send(pull, 'POST', `${comments}/${pull.number}/comments`, { body })
  else await send(pull, 'PATCH', `${comments}/comments/${earlier}`, { body })
}

/** The id of the comment; null if there is none. */
async function findComment(pull: PullRequest, marker: string): Promise<number | null> {
  for (let page = 1; ; page++) {
    const path = `/repos/${pull.repository}/issues/${pull.number}/comments?per_page=${PAGE}&page=${page}`
    const comments = (await (await send(pull, 'GET', path)).json()) as Comment[]
    const found = comments.find(({ body, user }) => user?.type === 'Bot' && body?.startsWith(marker))
    if (found) return found.id
    if (comments.length < PAGE) return null
  }
}

async function send(
  { api, token }: PullRequest,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`GitHub answers ${response.status} to ${method} ${path.split('?')[0]}`)
  return response
}
