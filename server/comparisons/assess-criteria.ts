import {
  type CriterionFinding,
  type Looks,
  judgeOfSource,
  type ComparisonReach,
} from '../../shared/contracts/index.ts'
import { minimumWins } from '../../shared/stats/compare/power.ts'
import { GATE_PRESETS, passGate } from '../../shared/stats/compare/gates.ts'
import { headToHead, higherSide } from '../../shared/stats/compare/head-to-head.ts'
import { holm } from '../../shared/stats/numbers/distributions.ts'
import type { NamedGate } from './gate.ts'
import type { SharedVote, Pair } from './shared-votes.ts'
import { sql } from 'kysely'
import { countsJudge } from '../../shared/votes/judges-counted.ts'
import type { Arena } from '../arenas/index.ts'
import { criteriaPerCall, currentJudges } from '../judging/index.ts'
import type { Db } from '../platform/schema.ts'
import { matchesCategories } from '../prompts/index.ts'
import { BOOTSTRAP, byCodeUnits, clusterOfKinds, type ArenaView } from '../ratings/index.ts'
import { chooseUnits } from '../../shared/stats/board/units.ts'
import { outcomeScore, TIE_POINTS } from '../../shared/stats/fit/votes.ts'
import { OUTCOMES } from '../../shared/votes/vote-table.ts'
import { queryRows } from '../platform/postgres/query.ts'

interface AssessmentTerms {
  names: readonly [string, string]
  gate: NamedGate
  /** The error level of all criteria together. */
  alpha: number
  /** Failed judgements by criterion. */
  failed: ReadonlyMap<string, number>
  looks: Looks
  /** Whether no more votes will come. */
  isOver: boolean
  reachUnder: ReachUnder
}

/** Assesses each criterion against the gate. Significance holds for all criteria together. */
export function assessCriteria(
  votes: readonly SharedVote[],
  criteria: readonly string[],
  { names, gate, alpha, failed, looks, isOver, reachUnder }: AssessmentTerms,
): CriterionFinding[] {
  const assessed = criteria.map((criterion) => {
    const criterionVotes = votes.filter((vote) => vote.criterion === criterion)
    const { cluster, isGrouped, unit, crossed, voters } = clusterVotes(criterionVotes)
    const terms = { alpha, crossed, looks, target: alpha / criteria.length, ...BOOTSTRAP }
    const result = headToHead(criterionVotes.map(challengerScore), unit, terms)!
    return {
      criterion,
      criterionVotes,
      result: { ...result, cluster, ...(isGrouped && { isGrouped }), voters },
    }
  })
  const adjusted = holm(assessed.map(({ result }) => result.p))
  return assessed.map(({ criterion, criterionVotes, result }, i) => {
    const pHolm = adjusted[i]
    const higher = pHolm <= alpha ? higherSide(result) : null
    const answer = higher === null ? 'not_shown' : higher === 'own' ? 'better' : 'worse'
    const reach = reachUnder(criterion, criterionVotes, failed.get(criterion) ?? 0)
    const most = reach?.mostVotes ?? Infinity
    const presetVotes = Math.min(GATE_PRESETS[gate.preset].minVotes, most)
    // without significance the number of votes is all that keeps chance out
    const minVotes = gate.hasPresetVotes && gate.alpha !== null ? presetVotes : gate.minVotes
    const tasks = reach ? Math.max(reach.prompts, result.units) : isOver ? result.units : null
    const least = tasks === null ? null : minimumWins(tasks, { alpha: alpha / criteria.length, looks })
    const isOutOfReach = least !== null && least.wins === null
    const moreToShow = higher ? null : result.moreVotes
    const passed = passGate({ ...result, answer, moreToShow, isOutOfReach }, { ...gate, minVotes })
    const isTooFew = passed.because === 'too_few_votes'
    const moreInReach = minVotes > most ? null : Math.min(passed.moreVotes ?? 0, most - result.votes)
    return {
      criterion,
      ...result,
      bothBad: criterionVotes.filter(({ outcome }) => outcome === 'both_bad').length,
      inconsistent: criterionVotes.filter(({ inconsistent }) => inconsistent).length,
      failed: failed.get(criterion) ?? 0,
      byChecks: byChecks(criterionVotes),
      pHolm,
      significantFor: higher && names[higher === 'own' ? 0 : 1],
      minVotes,
      reach,
      leastWins: least,
      answer,
      ...passed,
      moreVotes: isTooFew ? moreInReach : passed.moreVotes,
    }
  })
}

function byChecks(votes: readonly SharedVote[]): CriterionFinding['byChecks'] {
  const scores = votes.filter(({ failedChecks }) => failedChecks !== null).map(challengerScore)
  const countScore = (score: number) => scores.filter((value) => value === score).length
  return { wins: countScore(1), losses: countScore(0), ties: countScore(TIE_POINTS) }
}

/** What the prompts and judges of an arena can give a comparison under a criterion. */
type ReachUnder = (criterion: string, votes: readonly SharedVote[], failed: number) => ComparisonReach | null

/**
 * How many votes on a pair the arena's judges can give at most: one of each judge on each prompt that both contestants
 * have answered or can be asked, within the plan's `votesPerPair`. Votes on other prompts count as they are. Failed
 * judgements are left out, since no run repeats them by itself.
 * @returns null under a criterion that no judge in use is asked about, and for sources other than judges: nobody knows
 *   how many votes of people come
 */
export async function comparisonReach(
  db: Db,
  arena: Arena,
  pair: Pair,
  view: Pick<ArenaView, 'source' | 'judges'>,
): Promise<ReachUnder> {
  const { source, judges: counted } = view
  const named = judgeOfSource(source)
  if (source !== 'judges' && named === null) return () => null
  const judges = (await currentJudges(db, arena.id)).filter(({ name }) =>
    named === null ? countsJudge(counted, name) : name === named,
  )
  const prompts = await selectPromptsInUse(db, arena.id, pair)
  const inUse = new Set(prompts.map(({ id }) => id))
  const mostPerJudge = arena.settings.plan?.votesPerPair ?? Infinity
  return (criterion, votes, failed) => {
    const criterionJudges = judges.filter((judge) => criteriaPerCall(judge).flat().includes(criterion))
    if (criterionJudges.length === 0) return null
    const names = new Set(criterionJudges.map(({ name }) => name))
    const elsewhere = votes.filter(
      ({ promptId, judge }) => !inUse.has(promptId ?? -1) || (judge !== null && !names.has(judge)),
    )
    const votesPerJudge = criterionJudges.map(({ categories }) =>
      Math.min(
        mostPerJudge,
        prompts.filter(({ category }) => matchesCategories(category, categories)).length,
      ),
    )
    const most = votesPerJudge.reduce((sum, votesOfJudge) => sum + votesOfJudge, elsewhere.length) - failed
    return {
      prompts: Math.max(...votesPerJudge),
      judges: criterionJudges.length,
      mostVotes: Math.max(most, votes.length),
    }
  }
}

/** The prompts in use that both contestants have answered, not in the same words, or can be asked to answer. */
async function selectPromptsInUse(
  db: Db,
  arenaId: number,
  { challenger, incumbent }: Pair,
): Promise<{ id: number; category: string | null }[]> {
  const answers = (id: number) => sql`(
    exists (select from contestants c
      where c.arena_id = p.arena_id and c.id = ${id} and c.provider is not null and c.retired_at is null)
    or exists (select from answers a where a.arena_id = p.arena_id and a.contestant_id = ${id} and a.prompt_id = p.id))`
  return queryRows<{ id: number; category: string | null }>(db)`
    select p.id, p.category from prompts p
    where p.arena_id = ${arenaId} and p.messages is not null and p.retired_at is null
      and ${answers(challenger)} and ${answers(incumbent)}
      and not (select count(distinct a.contestant_id) = 2 and count(distinct a.text_sha256) = 1 from answers a
        where a.arena_id = p.arena_id and a.prompt_id = p.id and a.contestant_id in (${challenger}, ${incumbent}))`
}

/** How votes are grouped into clusters. */
interface Clusters {
  cluster: CriterionFinding['cluster']
  /** Whether groups stand for prompts. */
  isGrouped: boolean
  unit: number[]
  /** The voter of each vote, if votes are grouped by prompt and by voter together. */
  crossed: number[] | null
  /**
   * The effective number of voters (Kish 1965): how many voters with equally many votes are worth as much. Null if no
   * vote names its voter.
   */
  voters: number | null
}

/** Groups votes that are not independent as a board of the two does (`chooseUnits`). Judges are never units. */
export function clusterVotes(
  votes: readonly Pick<SharedVote, 'promptKey' | 'promptGroup' | 'voter'>[],
): Clusters {
  const prompts = languageNumbers(votes.map(promptUnit))
  const voters = languageNumbers(votes.map(({ voter }) => voter))
  const { kinds, effective } = chooseUnits({
    contestants: 2,
    left: new Int32Array(votes.length),
    right: new Int32Array(votes.length).fill(1),
    outcome: new Uint8Array(votes.length),
    prompt: Int32Array.from(prompts),
    person: Int32Array.from(voters),
  })
  const cluster = clusterOfKinds(kinds)
  const alone = votes.map(() => -1)
  const usesPrompts = cluster === 'prompt' || cluster === 'both'
  return {
    cluster,
    isGrouped: usesPrompts && votes.some(({ promptGroup }) => promptGroup !== null),
    unit: cluster === 'vote' ? alone : cluster === 'voter' ? voters : prompts,
    crossed: cluster === 'both' ? voters : null,
    voters: effective.voter || null,
  }
}

/** The group of a vote's prompt, or else its prompt, named as on a board (`unitTexts`). */
const promptUnit = ({ promptKey, promptGroup }: Pick<SharedVote, 'promptKey' | 'promptGroup'>) =>
  promptGroup ? `group:${promptGroup}` : promptKey === null ? null : `prompt:${promptKey}`

/** The place of each name among the sorted names, as on a board, so that both draw the same rounds; −1: none. */
function languageNumbers(names: readonly (string | null)[]): number[] {
  const sorted = [...new Set(names)].filter((name) => name !== null).sort(byCodeUnits)
  const numberByName = new Map(sorted.map((name, place) => [name, place]))
  return names.map((name) => (name === null ? -1 : numberByName.get(name)!))
}

/** What a vote is worth to the challenger. */
export const challengerScore = ({ outcome, isLeft }: Pick<SharedVote, 'outcome' | 'isLeft'>) =>
  outcomeScore(OUTCOMES.indexOf(outcome), isLeft)
