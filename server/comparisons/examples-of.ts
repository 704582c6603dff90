import type { Arena } from '../arenas/index.ts'
import type { Example, ExampleKind } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { textsArePublic } from '../prompts/index.ts'
import { selectTexts } from './example-queries.ts'
import type { AnswerText, SharedVoteText } from './example-queries.ts'
import { selectSkippedTexts } from './skipped-pair-queries.ts'
import { sharedVotes } from './shared-votes.ts'
import type { VotesRequest } from './shared-votes.ts'
import type { SharedVote } from './queries.ts'
import { scoreOf } from './score-of.ts'

/** Who reads the examples of a comparison. */
interface Reader {
  /** Whether the reader has the admin token or uses the terminal. */
  isOperator: boolean
}

interface Examples {
  contestants: [string, string]
  source: string
  /** The number of all such votes. */
  total: number
  examples: Example[]
}

const SCORES = { losses: 0, wins: 1, ties: 0.5 } as const

/**
 * The votes of a comparison that the challenger lost, won or tied, in the order in which they were recorded.
 * @param reader  decides which texts are shown
 * @param page  the part to return; all by default
 * @throws {ProblemError} as compareContestants
 */
export async function examplesOf(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  request: VotesRequest,
  kind: ExampleKind,
  reader: Reader,
  page: { offset: number; limit?: number } = { offset: 0 },
): Promise<Examples> {
  const { names, pair, view, votes } = await sharedVotes(deps, arena, request)
  const all = votes.filter((vote) => scoreOf(vote) === SCORES[kind])
  const shown = all.slice(page.offset, page.limit && page.offset + page.limit)
  const ids = shown.flatMap(({ id }) => id ?? [])
  const ofVotes = new Map((await selectTexts(deps.db, arena.id, pair, ids)).map((one) => [one.id, one]))
  const skipped = shown.flatMap(({ skippedAnswers }) => (skippedAnswers ? [skippedAnswers] : []))
  const ofSkipped = await selectSkippedTexts(deps.db, arena.id, skipped)
  const now = deps.clock()
  const examples = shown.flatMap((vote) => {
    const { id, skippedAnswers } = vote
    const texts = id !== null ? ofVotes.get(id) : ofSkipped.get(skippedAnswers?.join(' ') ?? '')
    // simulated votes may be removed between the two reads
    return texts ? [exampleOf(vote, texts, showsTexts(reader, texts, now), reader)] : []
  })
  return { contestants: names, source: view.source, total: all.length, examples }
}

/** Only operators see people's reasons. */
function exampleOf(
  vote: SharedVote,
  texts: SharedVoteText,
  isOpen: boolean,
  { isOperator }: Reader,
): Example {
  const { criterion, category, judge, inconsistent } = vote
  const { prompt, battle, messages, challenger, incumbent, reason, orders } = texts
  const failedChecks = vote.failedChecks ?? []
  const aboutVote = {
    criterion,
    prompt,
    category,
    judge,
    said: winnerOfVote(vote),
    inconsistent,
    failedChecks,
    isOpen,
  }
  if (!isOpen)
    return {
      ...aboutVote,
      battle: null,
      question: null,
      answers: [null, null],
      contexts: [null, null],
      transcripts: [null, null],
      reason: null,
      orders: [],
    }
  return {
    ...aboutVote,
    battle,
    question: messages?.findLast(({ role }) => role === 'user')?.content ?? null,
    answers: [textOf(challenger), textOf(incumbent)],
    contexts: [challenger?.context ?? null, incumbent?.context ?? null],
    transcripts: [challenger?.transcript ?? null, incumbent?.transcript ?? null],
    reason: failedChecks.length > 0 ? skipReason(failedChecks) : isOperator || judge !== null ? reason : null,
    orders: orders.map(({ first, verdict, reason: why }) => ({
      first,
      said: winnerOfVerdict(verdict, first),
      reason: why,
    })),
  }
}

const skipReason = (checks: readonly string[]): string =>
  `Judges skipped this pair, because an answer failed ${checks.length === 1 ? 'a gating check' : 'gating checks'}: ${checks.join(', ')}.`

function winnerOfVote(vote: SharedVote): Example['said'] {
  if (vote.outcome === 'both_bad') return 'both_bad'
  const score = scoreOf(vote)
  return score === 0.5 ? 'tie' : score === 1 ? 'own' : 'other'
}

/** The winner by a verdict; null for a ranking, whose verdict names no side. */
function winnerOfVerdict(verdict: string | null, first: 'own' | 'other'): Example['said'] | null {
  if (verdict === 'tie' || verdict === 'both_bad') return verdict
  if (verdict !== 'first' && verdict !== 'second') return null
  return (verdict === 'first') === (first === 'own') ? 'own' : 'other'
}

const textOf = (answer: AnswerText | null): string | null =>
  answer && (answer.text ?? answer.turns!.join('\n\n'))

/**
 * Whether texts and reasons may be shown beside names. Voters on a prompt must not know who wrote which answer. So
 * operators may read all texts. Everybody may read the texts of prompts that are no longer voted on.
 */
const showsTexts = (
  { isOperator }: Reader,
  prompt: Parameters<typeof textsArePublic>[0],
  now: Date,
): boolean => isOperator || textsArePublic(prompt, now)
