import {
  type Board,
  ContestantRecord,
  type PromptRecord,
  type Message,
  type OpponentRecord,
  parseSource,
} from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import { contestantWithSlug, contestantDescription, type Contestant } from '../contestants/index.ts'
import type { Deps } from '../platform/deps.ts'
import { currentPublication } from '../platform/postgres/publishing.ts'
import {
  selectFailedJudgements,
  currentDifferences,
  currentPairs,
  currentVotesByPrompt,
  type ArenaView,
  type CountedPairs,
  type ComputedDifferences,
  type PromptVotes,
} from '../ratings/index.ts'
import { snapshotWithTimeout } from './visible-snapshot.ts'
import { publicView } from './view-figures.ts'
import { textsArePublic } from '../prompts/index.ts'
import { wilsonInterval } from '../../shared/stats/index.ts'
import type { Db } from '../platform/schema.ts'
import { countedVotes, type VoteSelection } from '../votes/index.ts'
import { halfTiePoints, computeWinRate } from '../../shared/stats/fit/points.ts'
import { fisherExact, holm } from '../../shared/stats/numbers/distributions.ts'

/**
 * The record of one contestant in a view. Prompts without public texts are shown by key only, unless `isAdmin`.
 * @throws {ProblemError} contestant_unknown; too_many_requests if too many views are being counted
 */
export async function contestantRecord(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  slug: string,
  isAdmin: boolean,
): Promise<ContestantRecord> {
  const contestant = await contestantWithSlug(deps.db, arena, slug)
  const [{ board }, pairs, differences, votes] = await Promise.all([
    snapshotWithTimeout(deps, arena, view),
    currentPairs(deps, arena, view),
    currentDifferences(deps, arena, view, contestant.name),
    currentVotesByPrompt(deps, arena, view, contestant.name),
  ])
  const { best, worst, ...record } = bestAndWorstPrompts(votes)
  const [shownText, judgements] = await Promise.all([
    beginnings(deps, arena, [...best, ...worst], isAdmin),
    judgementsOn(deps, arena, contestant, view),
  ])
  const withText = (prompt: WeighedPrompt): PromptRecord => ({
    ...prompt,
    text: shownText.get(prompt.key) ?? null,
  })
  return {
    arena: arena.slug,
    title: arena.title,
    view: publicView(view),
    contestant: contestantDescription(contestant),
    ...boardStanding(JSON.parse(board) as Board, slug),
    opponents: opponentRecords(contestant.name, pairs, differences),
    prompts: { ...record, best: best.map(withText), worst: worst.map(withText) },
    judgements,
  }
}

function boardStanding(board: Board, slug: string): Pick<ContestantRecord, 'row' | 'board'> {
  const { contestants } = board
  const rated = contestants.filter(({ status }) => status === 'rated').length
  return {
    row: contestants.find((row) => row.slug === slug) ?? null,
    // the schema drops all else
    board: ContestantRecord.shape.board.parse({ ...board, rated }),
  }
}

/** Failed and inconsistent judgements; none for a source without judges. */
async function judgementsOn(
  { db }: Pick<Deps, 'db'>,
  arena: Arena,
  { id }: Contestant,
  view: ArenaView,
): Promise<ContestantRecord['judgements']> {
  if (!parseSource(view.source)!.kinds.includes('judge')) return { inconsistent: 0, failed: [] }
  const selection = { ...view, publication: await currentPublication({ db }) }
  const [inconsistent, failed] = await Promise.all([
    countInconsistent(db, arena.id, id, selection),
    selectFailedJudgements(db, arena.id, view, id),
  ])
  return { inconsistent, failed }
}

/** The beginnings of prompts by key; only of prompts whose texts may be read. */
async function beginnings(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  prompts: readonly { key: string }[],
  isAdmin: boolean,
): Promise<Map<string, string>> {
  const keys = prompts.map(({ key }) => key)
  const texts = await selectPromptTexts(db, arena.id, keys)
  const readable = texts.filter((prompt) => isAdmin || textsArePublic(prompt, clock()))
  return new Map(
    readable.flatMap(({ key, messages }) => (messages ? [[key, promptBeginning(messages)]] : [])),
  )
}

const promptBeginning = (messages: readonly Message[]): string =>
  beginning((messages.find(({ role }) => role === 'user') ?? messages[0])?.content ?? '')

/** As in a dictionary, p2 before p10. */
const BY_NAME = new Intl.Collator('en', { numeric: true })

/** A contestant's record against each opponent, sorted by name. */
function opponentRecords(
  name: string,
  { contestants, first, second, firstWins, secondWins, ties, bothBad }: CountedPairs,
  { others }: Pick<ComputedDifferences, 'others'>,
): OpponentRecord[] {
  const expected = new Map(
    others.map((rival) => [rival.name, { winRate: rival.winRate, interval: rival.winRateInterval }]),
  )
  const row = contestants.findIndex((contestant) => contestant.name === name)
  const opponents: OpponentRecord[] = []
  first.forEach((a, pair) => {
    const b = second[pair]
    if (a !== row && b !== row) return
    const opponent = contestants[a === row ? b : a]
    const [wins, losses] = [firstWins[pair], secondWins[pair]]
    const [won, lost] = a === row ? [wins, losses] : [losses, wins]
    opponents.push({
      ...opponent,
      wins: won,
      losses: lost,
      ties: ties[pair],
      bothBad: bothBad[pair],
      expected: expected.get(opponent.name) ?? null,
    })
  })
  return opponents.sort((a, b) => BY_NAME.compare(a.name, b.name))
}

interface PromptText {
  key: string
  messages: Message[] | null
  retired_at: Date | null
  retired_by: 'file' | 'admin' | 'live' | null
}

const selectPromptTexts = (db: Db, arenaId: number, keys: readonly string[]): Promise<PromptText[]> =>
  keys.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('prompts')
        .select(['key', 'messages', 'retired_at', 'retired_by'])
        .where('arena_id', '=', arenaId)
        .where('key', 'in', keys)
        .execute()

/** The number of judges' votes on the contestant whose two orders preferred different answers. */
async function countInconsistent(
  db: Db,
  arenaId: number,
  contestantId: number,
  selection: VoteSelection,
): Promise<number> {
  const { count } = await countedVotes(db, arenaId, selection)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('v.inconsistent', '=', true)
    .where((eb) =>
      eb.or([eb('b.left_contestant_id', '=', contestantId), eb('b.right_contestant_id', '=', contestantId)]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A contestant's record on a prompt, with the figures computed from it. */
interface WeighedPrompt extends PromptVotes {
  votes: number
  /** (wins + ties / 2) / votes */
  score: number
  interval: [number, number]
  standsOut: boolean
}

interface PromptExtremes {
  counted: number
  score: number | null
  best: WeighedPrompt[]
  worst: WeighedPrompt[]
}

/** The number of prompts listed at each end. */
const LISTED = 5
const ALPHA = 0.05

/**
 * The prompts on which a contestant did best and worst. Best are those with the highest lower end of the interval,
 * worst those with the lowest upper end. So a lucky prompt with few votes does not come first. A prompt stands out if
 * Fisher's exact test of its decisive votes against those on other prompts is significant, with Holm's correction
 * over prompts. Votes are taken as independent; opponents may differ from prompt to prompt.
 */
export function bestAndWorstPrompts(prompts: readonly PromptVotes[]): PromptExtremes {
  const all = { wins: 0, losses: 0, ties: 0 }
  for (const { wins, losses, ties } of prompts) {
    all.wins += wins
    all.losses += losses
    all.ties += ties
  }
  if (prompts.length === 0) return { counted: 0, score: null, best: [], worst: [] }
  const overallWinRate = computeWinRate(all.wins, all.ties, all.losses) ?? 0
  const p = prompts.map((prompt) =>
    fisherExact(prompt, { wins: all.wins - prompt.wins, losses: all.losses - prompt.losses }),
  )
  const adjusted = holm(p)
  const weighed = prompts.map((prompt, i): WeighedPrompt => {
    const votes = prompt.wins + prompt.losses + prompt.ties
    const points = halfTiePoints(prompt.wins, prompt.ties)
    const interval = wilsonInterval(points, votes)!
    return { ...prompt, votes, score: points / votes, interval, standsOut: adjusted[i] <= ALPHA }
  })
  return {
    counted: prompts.length,
    score: overallWinRate,
    best: weighed
      .filter(({ score }) => score > overallWinRate)
      .sort((a, b) => b.interval[0] - a.interval[0] || b.score - a.score)
      .slice(0, LISTED),
    worst: weighed
      .filter(({ score }) => score < overallWinRate)
      .sort((a, b) => a.interval[1] - b.interval[1] || a.score - b.score)
      .slice(0, LISTED),
  }
}

const BEGINNING = 280

/** How much of a text is read for its beginning: letters beyond the basic plane take two units. */
const UNITS_OF_BEGINNING = 2 * BEGINNING + 2

/** The beginning of a text, whole letters only, with an ellipsis if it goes on. */
function beginning(text: string): string {
  const letters = Array.from(text.slice(0, UNITS_OF_BEGINNING))
  return letters.length > BEGINNING ? `${letters.slice(0, BEGINNING - 1).join('')}…` : letters.join('')
}
