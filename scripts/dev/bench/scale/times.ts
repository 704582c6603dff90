import { castVote, drawBattle, voteOn } from '../cast-vote.ts'
import type { ManyVotes } from '../many-votes.ts'
import { median } from '../median.ts'
import { seconds } from '../table.ts'
import { boardsOf } from '../watched-boards.ts'

const TIMES = 15
const FIRST_BOARD_MS = 1_200_000

interface Times {
  firstBoard: number
  settled: number
  page: number
  contestant: number
  arenas: number
  draw: number
  vote: number
  refit: number
}

/** What each arena takes, in turn. The rows of a table, first its head. */
export async function timesOf(address: string, small: ManyVotes, big: ManyVotes): Promise<string[][]> {
  const [few, many] = [await timesIn(address, small), await timesIn(address, big)]
  const row = (name: string, time: keyof Times) => [name, seconds(few[time]), seconds(many[time])]
  return [
    ['', small.slug, big.slug],
    row('first board after a start, or its preview', 'firstBoard'),
    row('the whole board after that', 'settled'),
    row('page of the board, first time after a change', 'page'),
    row('page of a contestant, first time after a change', 'contestant'),
    row('/api/arenas, first time after a change', 'arenas'),
    row('draw, median', 'draw'),
    row('vote, median', 'vote'),
    row('from a vote to its board, median', 'refit'),
  ]
}

async function timesIn(address: string, { slug, votes }: ManyVotes): Promise<Times> {
  process.stderr.write(`times of ${slug} …\n`)
  const get = async (path: string) => void (await (await fetch(address + path)).arrayBuffer())
  const boards = boardsOf(`${address}/api/arenas/${slug}/leaderboard/stream`)
  const firstBoard = await timed(() => boards.until((board) => board.votes >= votes, FIRST_BOARD_MS))
  // the first vote lets a job keep the board current
  await castVote(address, slug)
  const settled = await timed(() =>
    boards.until((board) => board.votes > votes && !board.isPreview, FIRST_BOARD_MS),
  )
  const draws: number[] = []
  const decided: number[] = []
  const refits: number[] = []
  for (let n = 0; n < TIMES; n++) {
    const before = boards.last().votes
    const begun = performance.now()
    const drawn = await drawBattle(address, slug)
    const voting = performance.now()
    const acknowledged = await voteOn(address, drawn)
    draws.push((voting - begun) / 1000)
    decided.push((acknowledged - voting) / 1000)
    const { arrivedAt } = await boards.until((board) => board.votes > before, FIRST_BOARD_MS)
    refits.push((arrivedAt - acknowledged) / 1000)
  }
  boards.leave()
  return {
    firstBoard,
    settled,
    page: await timed(() => get(`/a/${slug}`)),
    contestant: await timed(() => get(`/api/arenas/${slug}/contestants/model-1`)),
    arenas: await timed(() => get('/api/arenas')),
    draw: median(draws),
    vote: median(decided),
    refit: median(refits),
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}
