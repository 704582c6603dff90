/** What is asked of the server while its event loop is watched. */
import { castVote } from '../cast-vote.ts'
import { FILES, unknownKeys } from './files.ts'

export interface Asked {
  address: string
  token: string
}

export interface Situation {
  name: string
  /** @returns what the server answered, in a few words */
  ask(server: Asked): Promise<string>
}

/** The arena with the most votes, which the database writes itself. */
export const LARGE = { slug: 'large', votes: 500_000, contestants: 200, prompts: 1000 }
/** The arena whose answers a judge compares. */
export const JUDGED = { slug: 'judged', contestants: 10, prompts: 1000 }

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A longer answer is left in the middle. */
const MOST_MS = 60_000

/** Reads an answer as fast as it comes. */
async function read(address: string, init: RequestInit = {}): Promise<string> {
  const startedAt = performance.now()
  const response = await fetch(address, init).catch((error: Error) => error)
  if (response instanceof Error) return 'connection closed'
  let bytes = 0
  let left = ''
  for await (const piece of response.body ?? []) {
    bytes += (piece as Uint8Array).length
    if (performance.now() - startedAt < MOST_MS) continue
    left = ', then left'
    break
  }
  return `${response.status}, ${bytes < 1e5 ? `${bytes} bytes` : `${(bytes / 1e6).toFixed(1)} MB`}${left}`
}

const reading = (path: string): Situation => ({
  name: `GET ${path}`,
  ask: ({ address, token }) => read(address + path, { headers: bearer(token) }),
})

const importing = (name: string, body: () => string | Buffer, times = 1): Situation => ({
  name,
  async ask({ address, token }) {
    const file = body()
    const answers: string[] = []
    for (let n = 0; n < times; n++)
      answers.push(
        await read(`${address}/api/admin/arenas/${slugOf(name)}/import?create`, {
          method: 'POST',
          headers: { ...bearer(token), 'content-type': 'application/octet-stream' },
          body: file as NonNullable<RequestInit['body']>,
        }),
      )
    return answers.join(' · ')
  },
})

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)

const voting = (votes: number): Situation => ({
  name: `${votes} votes, one after the other`,
  async ask({ address }) {
    for (let n = 0; n < votes; n++) await castVote(address, LARGE.slug)
    return `${votes} × 201`
  },
})

const API = `/api/arenas/${LARGE.slug}`
const ADMIN = `/api/admin/arenas/${LARGE.slug}`
const EXPORTS = ['votes', 'ratings', 'battles', 'judgements', 'preferences', 'facts']

export const FILE_SITUATIONS: readonly Situation[] = [
  importing('import 15.5 MB of votes as JSON lines', FILES.votesJsonl),
  importing('import 15.5 MB of votes as CSV', FILES.votesCsv),
  importing('import 100 MB of votes, gzipped', FILES.votesPacked),
  importing('import 15.5 MB of answers as CSV', FILES.answersWide),
  importing('a CSV of 200,000 columns', FILES.wideHead),
  importing('8 MB of open brackets', FILES.deepJson),
  importing('one line of 15 MB', FILES.oneLongLine),
  importing('1 GB of zeros, gzipped', FILES.bomb),
  importing('an upload of 100 MB', FILES.tooLarge),
  {
    name: 'an arena.yaml of 250 kB of unknown keys',
    ask: ({ address, token }) =>
      read(`${address}/api/admin/arenas`, {
        method: 'POST',
        headers: { ...bearer(token), 'content-type': 'application/json' },
        body: JSON.stringify({ files: { 'arena.yaml': unknownKeys(250_000) } }),
      }),
  },
]

export const READ_SITUATIONS: readonly Situation[] = [
  voting(50),
  ...[
    '/',
    `/a/${LARGE.slug}`,
    `/a/${LARGE.slug}.txt`,
    `/a/${LARGE.slug}.md`,
    `/a/${LARGE.slug}/plate.svg`,
    `/a/${LARGE.slug}/plate.png`,
    `/a/${LARGE.slug}/embed`,
    `${API}/leaderboard`,
    `${API}/leaderboard/settled`,
    `${API}/leaderboard/settled?from=2020-01-01`,
    `${API}/head-to-head`,
    `${API}/differences?contestant=model-1`,
    `${API}/win-rates`,
    `${API}/reports`,
    `${API}/sampling`,
    `${API}/history`,
    `${API}/contestants`,
    `${API}/contestants/model-1`,
    `${API}/compare?a=model-1&b=model-2`,
    `${API}/compare/examples?a=model-1&b=model-2&outcome=losses`,
    `${API}/digests`,
    ...EXPORTS.map((file) => `${API}/export/${file}.csv`),
    `${API}/export/votes.json`,
    ADMIN,
    `${ADMIN}/contestants`,
    `${ADMIN}/prompts`,
    `${ADMIN}/votes?limit=200`,
    `${ADMIN}/suspicions`,
    `${ADMIN}/leaks`,
    `${ADMIN}/injections`,
    `${ADMIN}/recipe`,
    '/api/admin/log',
    '/metrics',
    '/openapi.json',
    '/arena.schema.json',
  ].map(reading),
  {
    name: '20 exports of all votes at once',
    async ask({ address }) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => read(`${address}${API}/export/votes.json`)),
      )
      const statuses = answers.map((answer) => answer.slice(0, 3))
      return [...new Set(statuses)]
        .map((one) => `${statuses.filter((s) => s === one).length} × ${one}`)
        .join(', ')
    },
  },
  {
    name: '1,000 votes put into quarantine and released',
    async ask({ address, token }) {
      const post = (act: string) =>
        read(`${address}${ADMIN}/votes/${act}`, {
          method: 'POST',
          headers: { ...bearer(token), 'content-type': 'application/json' },
          body: JSON.stringify({
            votes: Array.from({ length: 1000 }, (_, n) => n + 1),
            reason: 'measured',
          }),
        })
      return `${await post('quarantine')} · ${await post('release')}`
    },
  },
]
