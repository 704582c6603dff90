/** What a server takes for an arena. Every wait has a limit, so that the benchmark ends. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawBattle, voteOn } from '../cast-vote.ts'
import { measuredCommand } from '../import/measured-command.ts'
import type { ManyVotes } from '../many-votes.ts'
import { median } from '../median.ts'
import { seconds } from '../table.ts'
import { boardsOf } from '../watched-boards.ts'

const TIMES = 15
const IMPORTED = 1000

/** Where an arena is served. */
export interface Place {
  address: string
  /** For files. */
  folder: string
  /** Of commands on the same database. */
  env: Record<string, string>
  /** Seconds after which an answer or a board is no longer waited for. */
  most: number
}

/** In seconds; null: not within the limit. */
type Times = Record<keyof typeof NAMES, number | null>

const NAMES = {
  page: 'page of the board, first time after a change',
  contestant: 'page of a contestant, first time after a change',
  arenas: '/api/arenas, first time after a change',
  draw: 'draw, median',
  vote: 'vote, median',
  refit: 'from a vote to its board, median',
  exported: 'export of votes, first byte',
  imported: `import of ${IMPORTED.toLocaleString('en')} votes, as a command`,
}

/** What each arena takes, in turn. The rows of a table, first its head. */
export async function timesOf(place: Place, small: ManyVotes, big: ManyVotes): Promise<string[][]> {
  const [few, many] = [await timesIn(place, small), await timesIn(place, big)]
  const cell = (time: number | null) => inTime(time, place.most)
  return [
    ['', small.slug, big.slug],
    ...Object.entries(NAMES).map(([key, name]) => [
      name,
      cell(few[key as keyof Times]),
      cell(many[key as keyof Times]),
    ]),
  ]
}

/** Draws and votes in a row, as after a start: the first, the median and the slowest. The rows of a table, first its head. */
export async function earlyTimes(address: string, slugs: readonly string[]): Promise<string[][]> {
  const rows = [['', 'first', 'median', 'slowest']]
  for (const slug of slugs) {
    say(`draws in ${slug}, beside the jobs of the start …`)
    const { draws, votes } = await drawsAndVotes(address, slug)
    for (const [name, all] of [
      [`draw, ${slug}`, draws],
      [`vote, ${slug}`, votes],
    ] as const)
      rows.push([name, seconds(all[0]!), seconds(median(all)), seconds(Math.max(...all))])
  }
  return rows
}

async function drawsAndVotes(
  address: string,
  slug: string,
  before: () => void = () => {},
  after = async () => {},
) {
  const [draws, votes]: [number[], number[]] = [[], []]
  for (let n = 0; n < TIMES; n++) {
    before()
    const begun = performance.now()
    const drawn = await drawBattle(address, slug)
    const voting = performance.now()
    const acknowledged = await voteOn(address, drawn)
    draws.push((voting - begun) / 1000)
    votes.push((acknowledged - voting) / 1000)
    await after()
  }
  return { draws, votes }
}

/**
 * The first board of each arena after a start, and the first without estimates, beside all else that a start does. The
 * rows of a table, first its head.
 */
export async function firstBoards(
  { address, most }: Place,
  arenas: readonly ManyVotes[],
): Promise<string[][]> {
  const rows = arenas.map(async ({ slug, votes }) => {
    const boards = boardsOf(`${address}/api/arenas/${slug}/leaderboard/stream`)
    const wait = (isWanted: Parameters<typeof boards.until>[0]) =>
      timed(() => boards.until(isWanted, most * 1000))
    const begun = performance.now()
    const first = await wait((board) => board.votes >= votes)
    const whole = await wait((board) => board.votes >= votes && !board.isPreview)
    const since = (performance.now() - begun) / 1000
    boards.leave()
    return [slug, inTime(first, most), inTime(whole === null ? null : since, most)]
  })
  return [['', 'first board, or its preview', 'whole board'], ...(await Promise.all(rows))]
}

const inTime = (time: number | null, most: number) =>
  time === null ? `over ${seconds(most)}` : seconds(time)

async function timesIn(place: Place, arena: ManyVotes): Promise<Times> {
  const { address, most } = place
  const { slug } = arena
  const limit = () => AbortSignal.timeout(most * 1000)
  const get = async (path: string) =>
    void (await (await fetch(address + path, { signal: limit() })).arrayBuffer())
  const boards = boardsOf(`${address}/api/arenas/${slug}/leaderboard/stream`)
  say(`draws and votes in ${slug} …`)
  const isThere = (await timed(() => boards.until(() => true, most * 1000))) !== null
  const refits: (number | null)[] = []
  let before = 0
  const { draws, votes } = await drawsAndVotes(
    address,
    slug,
    () => (before = isThere ? boards.last().votes : 0),
    async () => {
      // one board that does not come is enough
      if (isThere && !refits.includes(null))
        refits.push(await timed(() => boards.until((board) => board.votes > before, most * 1000)))
    },
  )
  boards.leave()
  say(`pages, export and import of ${slug} …`)
  return {
    page: await timed(() => get(`/a/${slug}`)),
    contestant: await timed(() => get(`/api/arenas/${slug}/contestants/model-1`)),
    arenas: await timed(() => get('/api/arenas')),
    draw: median(draws),
    vote: median(votes),
    refit: !isThere || refits.includes(null) ? null : median(refits as number[]),
    exported: await timed(() => firstByte(`${address}/api/arenas/${slug}/export/votes.csv`, limit())),
    imported: await importVotes(place, arena),
  }
}

async function firstByte(url: string, limit: AbortSignal): Promise<void> {
  const leaving = new AbortController()
  const signal = AbortSignal.any([leaving.signal, limit])
  const reader = (await fetch(url, { signal })).body!.getReader()
  await reader.read()
  leaving.abort()
}

/** Seconds of the command that imports a file of votes on known prompts and contestants. */
async function importVotes(
  { folder, env }: Place,
  { slug, contestants, prompts }: ManyVotes,
): Promise<number> {
  const file = join(folder, `${slug}.csv`)
  const name = (n: number) => `model-${String(1 + (n % contestants)).padStart(4, '0')}`
  const rows = Array.from({ length: IMPORTED }, (_, n) =>
    [`vote-${n}`, `q${1 + (n % prompts)}`, name(n), name(n + 1), n % 2 === 0 ? 'model_a' : 'model_b'].join(
      ',',
    ),
  )
  await writeFile(file, ['id,question_id,model_a,model_b,winner', ...rows, ''].join('\n'))
  return (await measuredCommand(['import', slug, file], env)).seconds
}

/** Null if the limit ended it. */
async function timed(work: () => Promise<unknown>): Promise<number | null> {
  const begun = performance.now()
  try {
    await work()
  } catch (error) {
    if (['AbortError', 'TimeoutError'].includes((error as Error).name)) return null
    throw error
  }
  return (performance.now() - begun) / 1000
}

const say = (line: string) => void process.stderr.write(`${line}\n`)
