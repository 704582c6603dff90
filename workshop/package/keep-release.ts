/**
 * `node workshop/package/keep-release.ts`, before a release: has the program fill a database, as people and judges would,
 * and keeps it in test/server/platform/releases for the tests of later versions. VERSION.backup is its backup, VERSION.json
 * the checksums of the migrations that made it, and its boards.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Board, IssuedBattle } from '../../shared/contracts/index.ts'
import { Processes } from '../chaos/processes.ts'
import { startModelServer } from '../model-server/model-server.ts'
import type { ReceivedCall } from '../model-server/wires.ts'

const root = join(import.meta.dirname, '../..')
export const RELEASES = join(root, 'test/server/platform/releases')

/** What is kept beside the backup of a release. */
export interface KeptRelease {
  /** SHA-256 of each migration's file. */
  migrations: Record<string, string>
  boards: Board[]
}

/** The versions that are kept, the newest last. */
export const keptVersions = (): string[] =>
  readdirSync(RELEASES)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

export const keptRelease = (version: string): KeptRelease =>
  JSON.parse(readFileSync(join(RELEASES, `${version}.json`), 'utf8')) as KeptRelease

/** SHA-256 of each migration's file, by its name. */
export function checksumsOfMigrations(): Record<string, string> {
  const files = readdirSync(join(root, 'migrations')).sort()
  const sum = (file: string) => createHash('sha256').update(readFileSync(join(root, 'migrations', file)))
  return Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), sum(file).digest('hex')]))
}

const [PEOPLE, VOTES] = [12, 5]

/** Each person decides a few battles. */
async function voteOn(address: string, arena: string): Promise<void> {
  for (let person = 0; person < PEOPLE; person++) {
    let cookie = ''
    const post = async <T>(path: string, body: unknown): Promise<T> => {
      const headers = { 'content-type': 'application/json', cookie }
      const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      const cookies = response.headers.getSetCookie().map((header) => header.split(';')[0])
      if (cookies.length > 0) cookie = cookies.join('; ')
      return (await response.json()) as T
    }
    for (let n = 0; n < VOTES; n++) {
      const { battle, ticket } = await post<IssuedBattle>(`/api/arenas/${arena}/battles`, {})
      const outcome = ['left', 'right', 'tie', 'both_bad'][(person * VOTES + n) % 4]
      await post(`/api/battles/${battle.id}/vote`, { ticket, outcome, reason: `Reason ${n}` })
      await post(`/api/battles/${battle.id}/reveal`, { ticket })
    }
  }
}

/** Writes an arena whose judge, a local model, prefers the answer with the lower number, but for every fourth prompt. */
export async function writeJudged(folder: string, baseUrl: string): Promise<string> {
  const prompts = Array.from({ length: 16 }, (_, n) => ({
    id: `p${n}`,
    text: `Question ${n}?`,
    category: `c${n % 2}`,
  }))
  const contestants = [0, 1, 2].map((n) => ({ name: `C${n}`, responses: `c${n}.jsonl` }))
  for (const [n, { responses }] of contestants.entries())
    await writeFile(
      join(folder, responses),
      prompts.map(({ id }) => `${JSON.stringify({ prompt: id, text: `Answer ${n}.` })}\n`).join(''),
    )
  const judges = [{ name: 'judge', provider: 'here', model: 'gpt-4.1-mini-2025-04-14', rubric: 'overall' }]
  const providers = { here: { type: 'openai', baseUrl } }
  const file = join(folder, 'arena.yaml')
  await writeFile(file, JSON.stringify({ arena: 'judged', contestants, prompts, judges, providers }))
  return file
}

export function judgement({ schema, messages }: ReceivedCall): string {
  const text = messages.at(-1)!.content
  const [first, second] = Array.from(text.matchAll(/Answer (\d)\./g), ([, n]) => Number(n))
  const isOther = Number(/Question (\d+)/.exec(text)?.[1]) % 4 === 3
  const verdict = first! < second! === isOther ? 'second' : 'first'
  const criteria = Object.keys((schema as { properties: object }).properties)
  return JSON.stringify(Object.fromEntries(criteria.map((key) => [key, { reason: 'So it is.', verdict }])))
}

/** Asks again until the board counts so many votes. */
async function boardAt(address: string, votes: number): Promise<Board> {
  for (let n = 0; n < 300; n++) {
    const response = await fetch(address)
    const board = response.ok ? ((await response.json()) as Board) : null
    if (board?.votes === votes) return board
    await sleep(200)
  }
  throw new Error(`${address} does not count ${votes} votes after a minute.`)
}

async function keep(version: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'deadheat-release-'))
  const env = { DEADHEAT_DEMO: '1', DEADHEAT_DATA: folder }
  const processes = new Processes(folder, { env })
  const models = await startModelServer({ reply: judgement })
  const deadheat = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(root, 'scripts/deadheat.mjs'), ...args], {
      env: { ...process.env, ...env, DATABASE_URL: undefined },
    })
  try {
    await processes.ensureReady('server')
    for (const name of ['replies', 'votes'])
      await deadheat('import', name, join(root, `examples/${name}.csv`), '--yes')
    await deadheat('run', await writeJudged(folder, models.openAiUrl), '--budget', '1')
    await voteOn(processes.address, 'replies')
    await voteOn(processes.address, 'judged')
    const boards: Board[] = []
    for (const [view, votes] of [
      ['support-replies/leaderboard?source=simulated', 640],
      ['replies/leaderboard?source=humans', PEOPLE * VOTES],
      ['votes/leaderboard?source=simulated', 640],
      ['judged/leaderboard?source=humans', PEOPLE * VOTES],
      ['judged/leaderboard?source=judges', 48],
    ] as const)
      boards.push(await boardAt(`${processes.address}/api/arenas/${view}`, votes))
    mkdirSync(RELEASES, { recursive: true })
    await deadheat('db', 'backup', join(RELEASES, `${version}.backup`))
    const kept: KeptRelease = { migrations: checksumsOfMigrations(), boards }
    writeFileSync(join(RELEASES, `${version}.json`), `${JSON.stringify(kept)}\n`)
  } finally {
    await processes.stop()
    await models.close()
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  await keep(version)
  console.log(`Kept ${version} in test/server/platform/releases.`)
}
