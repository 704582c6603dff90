/**
 * Agreement: how far each judge agrees with people on the same pairs of answers, which biases it has, and what it costs.
 * The report is a pure function of votes and judgements. A job stores it, and boards use the trust it states.
 */
import { type JudgesReport, type HumanCeiling, TrustTerms } from '../../shared/contracts/index.ts'
import { tallyAgreement, wilsonShare } from '../../shared/stats/judges/agreement.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { currentPublication } from '../platform/postgres/publishing.ts'
import { compareBoards } from './compare-boards.ts'
import { judgeReport } from './judge-report.ts'
import { juryAgreement } from './jury.ts'
import { readFacts, type PeopleSums, type VotePairs } from './read-facts.ts'
import { agreementFigures, readConsistently } from './tallies.ts'

/**
 * Evaluates every judge of the arena on the published votes, all read at one moment. Memory grows with judges,
 * categories, months and pairs of contestants, not with votes. Stores nothing.
 */
export async function evaluateJudges(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
): Promise<JudgesReport> {
  const now = clock()
  const terms = TrustTerms.parse(arena.settings.trust ?? {})
  const publication = await currentPublication({ db })
  const read = await readConsistently(db, (trx) => readFacts(trx, arena.id, publication, terms))
  const boards = await compareBoards(read.pairs, read.contestants)
  const names = [...new Set([...read.voted, ...read.versions.map(({ judge }) => judge)])].sort()
  return {
    arena: arena.slug,
    evaluatedAt: now.toISOString(),
    trust: terms,
    judges: names.map((judge) => judgeReport(judge, { ...read, boards }, terms, now)),
    humans: humanCeiling(read.two, read.people),
    jury: juryAgreement(read.twoJudges, read.juryCells),
  }
}

/** How far people agree with one another and with themselves. A judge cannot be expected to agree more. */
function humanCeiling(votePairs: readonly VotePairs[], people: PeopleSums): HumanCeiling {
  return {
    voters: people.voters,
    votes: people.votes,
    betweenVoters: agreementIn(votePairs.filter(({ kind }) => kind === 'voters')),
    withThemselves: agreementIn(votePairs.filter(({ kind }) => kind === 'again')),
    firstPosition: wilsonShare(people.left, people.decided),
  }
}

/** Each pair of answers counts once, however many votes it has: further votes on it are not independent evidence. */
function agreementIn(cells: readonly VotePairs[]): HumanCeiling['betweenVoters'] {
  const figures = (subset: readonly VotePairs[]) =>
    agreementFigures(
      tallyAgreement(subset.map(({ first, second, pairs }) => [first, second, pairs] as const)),
    )
  return {
    threeWay: figures(cells),
    decisive: figures(cells.filter(({ first, second }) => first !== 'tie' && second !== 'tie')),
  }
}
