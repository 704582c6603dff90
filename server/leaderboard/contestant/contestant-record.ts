import type {
  Board,
  ContestantRecord,
  Outcome,
  PromptRecord,
  RecordedBattle,
  Message,
  OpponentRecord,
} from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { contestantWithSlug, descriptionOf } from '../../contestants/index.ts'
import type { Contestant } from '../../contestants/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { published } from '../../platform/publication.ts'
import { currentPairs, currentSnapshot, currentContestantVotes, humanView } from '../../ratings/index.ts'
import type { ArenaView, CountedPairs } from '../../ratings/index.ts'
import { beginning } from '../beginning.ts'
import { shownView } from '../head-to-head.ts'
import { extremesOf } from './prompt-records.ts'
import type { WeighedPrompt } from './prompt-records.ts'
import { countInconsistent, selectFailed, selectVotesOn, selectPromptTexts } from './queries.ts'
import type { VoteOnOne } from './queries.ts'
import { textsArePublic } from '../../prompts/index.ts'
import { hasTooFewVotes } from '../../../shared/sentence/index.ts'
import { wilsonInterval } from '../../../shared/stats/index.ts'

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
  const one = await contestantWithSlug(deps.db, arena, slug)
  const people = humanView(view)
  const [{ board }, pairs, fared] = await Promise.all([
    currentSnapshot(deps, arena, view),
    currentPairs(deps, arena, people),
    currentContestantVotes(deps, arena, people, one.name),
  ])
  const { best, worst, ...whole } = extremesOf(fared.prompts)
  const looked = [...fared.sample, ...[...best, ...worst].map(({ vote }) => vote)]
  const [votes, shownText, judgements] = await deps.replica.read(deps.db, (db) =>
    Promise.all([
      selectVotesOn(db, arena.id, one.id, looked),
      beginnings({ ...deps, db }, arena, [...best, ...worst], isAdmin),
      judgementsOn({ ...deps, db }, arena, one, people),
    ]),
  )
  const byId = new Map(votes.map((vote) => [vote.vote, vote]))
  const promptOf = ({ vote, ...prompt }: WeighedPrompt): PromptRecord[] => {
    const battle = byId.get(vote)?.battle
    return battle ? [{ ...prompt, battle, text: shownText.get(prompt.key) ?? null }] : []
  }
  return {
    arena: arena.slug,
    title: arena.title,
    view: shownView(view),
    contestant: descriptionOf(one),
    ...standingOf(JSON.parse(board) as Board, slug),
    opponents: opponentsOf(one.name, pairs),
    prompts: { ...whole, best: best.flatMap(promptOf), worst: worst.flatMap(promptOf) },
    battles: {
      total: fared.votes,
      sample: fared.sample.flatMap((id) => (byId.has(id) ? [recorded(byId.get(id)!)] : [])),
    },
    judgements,
  }
}

function standingOf(board: Board, slug: string): Pick<ContestantRecord, 'row' | 'board'> {
  const { votes, winner, deadHeatForFirst, ties, cluster, preview = false, computedAt, contestants } = board
  // ranks count those with too few votes too
  const rated = contestants.filter((one) => one.status === 'rated' || hasTooFewVotes(one)).length
  return {
    row: contestants.find((row) => row.slug === slug) ?? null,
    board: { votes, rated, winner, deadHeatForFirst, ties, cluster, preview, computedAt },
  }
}

const TURNED: Record<Outcome, Outcome> = { left: 'right', right: 'left', tie: 'tie', both_bad: 'both_bad' }

/** A battle as a record lists it, from the side of the contestant. */
export const recorded = ({
  battle,
  isLeft,
  outcome,
  castAt,
  vote: _vote,
  ...rest
}: VoteOnOne): RecordedBattle => ({
  id: battle,
  ...rest,
  outcome: isLeft ? outcome : TURNED[outcome],
  castAt: castAt.toISOString(),
})

/** Failed and inconsistent judgements; none for a source without judges. */
async function judgementsOn(
  { db }: Pick<Deps, 'db'>,
  arena: Arena,
  { id }: Contestant,
  view: ArenaView,
): Promise<ContestantRecord['judgements']> {
  if (view.source === 'humans' || view.source === 'simulated') return { inconsistent: 0, failed: [] }
  const selection = { ...view, publication: await published({ db }) }
  const [inconsistent, failed] = await Promise.all([
    countInconsistent(db, arena.id, id, selection),
    selectFailed(db, arena.id, id, view),
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
  return new Map(readable.flatMap(({ key, messages }) => (messages ? [[key, beginningOf(messages)]] : [])))
}

const beginningOf = (messages: readonly Message[]): string =>
  beginning((messages.find(({ role }) => role === 'user') ?? messages[0])?.content ?? '')

/** As in a dictionary, p2 before p10. */
const BY_NAME = new Intl.Collator('en', { numeric: true })

/** A contestant's record against each opponent, sorted by name. */
function opponentsOf(
  name: string,
  { contestants, first, second, firstWins, secondWins, ties, bothBad }: CountedPairs,
): OpponentRecord[] {
  const row = contestants.findIndex((one) => one.name === name)
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
      interval: wilsonInterval(won, won + lost),
    })
  })
  return opponents.sort((a, b) => BY_NAME.compare(a.name, b.name))
}
