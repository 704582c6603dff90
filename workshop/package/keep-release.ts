/**
 * `node workshop/package/keep-release.ts`, before a release: has the program fill a database, as people and judges would,
 * and keeps it in test/server/platform/releases for the tests of later versions. VERSION.backup is its backup, VERSION.json
 * the checksums of the migrations that made it, and its boards.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openClient } from '../../clients/typescript/index.ts'
import { Outcome, type Board } from '../../shared/contracts/index.ts'
import { inFolder } from '../chaos/world.ts'
import { Processes } from '../chaos/processes.ts'
import { startModelServer } from '../model-server/model-server.ts'
import type { ReceivedCall } from '../model-server/wires.ts'
import { waitForBoard, drawBattle, voteOn } from '../visits.ts'

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
async function castVotes(server: string, arena: string): Promise<void> {
  for (let person = 0; person < PEOPLE; person++) {
    const voter = openClient({ server })
    for (let n = 0; n < VOTES; n++) {
      const outcome = Outcome.options[(person * VOTES + n) % 4]
      await voteOn(await drawBattle(server, arena, voter), { outcome, reason: `Reason ${n}` })
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

const keep = (version: string) =>
  inFolder(async (folder) => {
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
      await castVotes(processes.address, 'replies')
      await castVotes(processes.address, 'judged')
      const boards: Board[] = []
      for (const [view, votes] of [
        ['support-replies?source=simulated', 640],
        ['replies?source=people', PEOPLE * VOTES],
        ['votes?source=simulated', 640],
        ['judged?source=people', PEOPLE * VOTES],
        ['judged?source=judges', 48],
      ] as const)
        boards.push(await waitForBoard(processes.address, view, votes))
      mkdirSync(RELEASES, { recursive: true })
      await deadheat('db', 'backup', join(RELEASES, `${version}.backup`))
      const kept: KeptRelease = { migrations: checksumsOfMigrations(), boards }
      writeFileSync(join(RELEASES, `${version}.json`), `${JSON.stringify(kept)}\n`)
    } finally {
      await processes.stop()
      await models.close()
    }
  })

if (import.meta.main) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  await keep(version)
  console.log(`Kept ${version} in test/server/platform/releases.`)
}
