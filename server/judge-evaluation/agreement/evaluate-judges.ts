import type { Kysely } from 'kysely'
import type { JudgesReport, TrustTerms, HumanCeiling } from '../../../shared/contracts/index.ts'
import { TrustTerms as Terms } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { published } from '../../platform/publication.ts'
import type { Publication } from '../../platform/publication.ts'
import type { Database } from '../../platform/schema.ts'
import { aaControlsOf } from './aa-control/index.ts'
import { compareBoards } from './compare-boards.ts'
import { selectVoteCells } from './cell-queries.ts'
import { selectCallSums, selectFailures, selectInjected, selectVersions } from './cost-queries.ts'
import { juryAgreement } from './jury-agreement.ts'
import { selectJuryCells, selectTwoJudges, selectTwoVersions } from './jury-queries.ts'
import type { JuryCell, TwoRaters } from './jury-queries.ts'
import { judgeReport } from './judge-report.ts'
import { askingOf, judgeLapses } from './drift-of.ts'
import type { EvaluationFacts } from './judge-report.ts'
import { familiesOf, sameFamilyPairs } from './same-family.ts'
import { selectPeople, selectVotePairs } from './people-queries.ts'
import { selectAskedAgain, selectRequestCells } from './request-queries.ts'
import { readConsistently } from '../consistent-read-queries.ts'
import { selectContestants, selectJudgeNames, selectPairCounts } from './tally-queries.ts'
import type { PairCount } from './tally-queries.ts'
import { countLogprobs, selectWeighed } from './weighing-queries.ts'
import { agreementOf, shareOf } from '../../../shared/stats/internal.ts'
import { agreementFigures } from './figures.ts'
import type { PeopleSums, VotePairs } from './people-queries.ts'

/** The arena's requirements for trusting a judge. */
export const termsOf = ({ settings }: Pick<Arena, 'settings'>): TrustTerms =>
  Terms.parse(settings.trust ?? {})

/**
 * Evaluates every judge of the arena on the published votes, all read at one moment. Memory grows with judges,
 * categories, months and pairs of contestants, not with votes. Stores nothing.
 */
export async function evaluateJudges(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
): Promise<JudgesReport> {
  const now = clock()
  const terms = termsOf(arena)
  const publication = await published({ db })
  const read = await readConsistently(db, (trx) => readFacts(trx, arena.id, publication, terms))
  const facts: EvaluationFacts = { ...read, boards: await compareBoards(read.pairs, read.contestants) }
  const names = [...new Set([...read.voted, ...facts.versions.map(({ judge }) => judge)])].sort()
  return {
    arena: arena.slug,
    triedAt: now.toISOString(),
    trust: terms,
    judges: names.map((judge) => judgeReport(judge, facts, terms, now)),
    humans: ceilingOf(facts.two, facts.people),
    jury: juryAgreement(read.twoJudges, read.juryCells),
  }
}

/** Facts that the report uses beside those about each judge. */
interface ArenaFacts {
  voted: string[]
  pairs: PairCount[]
  twoJudges: TwoRaters<string>[]
  juryCells: JuryCell[]
}

async function readFacts(
  trx: Kysely<Database>,
  arenaId: number,
  publication: Publication | null,
  terms: TrustTerms,
): Promise<Omit<EvaluationFacts, 'boards'> & ArenaFacts> {
  const contestants = await selectContestants(trx, arenaId)
  const versions = await selectVersions(trx, arenaId)
  const voted = await selectJudgeNames(trx, arenaId)
  const families = familiesOf(voted, versions)
  const askedAgain = (await selectAskedAgain(trx, arenaId, publication)).map(askingOf)
  const lapses = judgeLapses(askedAgain, terms)
  return {
    voted,
    contestants,
    versions,
    families,
    cells: await selectVoteCells(trx, arenaId, publication, sameFamilyPairs(families, contestants), lapses),
    lapses,
    askedAgain,
    requests: await selectRequestCells(trx, arenaId, publication),
    sums: await selectCallSums(trx, arenaId),
    failures: await selectFailures(trx, arenaId),
    injected: await selectInjected(trx, arenaId),
    pairs: await selectPairCounts(trx, arenaId, publication),
    controls: await aaControlsOf(trx, arenaId),
    two: await selectVotePairs(trx, arenaId, publication),
    people: await selectPeople(trx, arenaId, publication),
    logprobs: await countLogprobs(trx, arenaId, publication),
    weighed: await selectWeighed(trx, arenaId, publication),
    twoVersions: await selectTwoVersions(trx, arenaId, publication),
    twoJudges: await selectTwoJudges(trx, arenaId, publication),
    juryCells: await selectJuryCells(trx, arenaId, publication),
  }
}

/** How far people agree with one another and with themselves. A judge cannot be expected to agree more. */
function ceilingOf(two: readonly VotePairs[], people: PeopleSums): HumanCeiling {
  return {
    voters: people.voters,
    votes: people.votes,
    betweenVoters: agreementIn(two.filter(({ kind }) => kind === 'voters')),
    withThemselves: agreementIn(two.filter(({ kind }) => kind === 'again')),
    firstPosition: shareOf(people.left, people.decided),
  }
}

/** Each pair of answers counts once, however many votes it has: further votes on it are not independent evidence. */
function agreementIn(cells: readonly VotePairs[]): HumanCeiling['betweenVoters'] {
  const figures = (some: readonly VotePairs[]) =>
    agreementFigures(agreementOf(some.map(({ one, other, pairs }) => [one, other, pairs] as const)))
  return {
    threeWay: figures(cells),
    decisive: figures(cells.filter(({ one, other }) => one !== 'tie' && other !== 'tie')),
  }
}
