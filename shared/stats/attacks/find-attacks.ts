import { LEFT, RIGHT } from '../vote-columns.ts'
import { logSum, votesByVoter } from './cast-votes.ts'
import type { Aim, CastVotes, VotesByVoter } from './cast-votes.ts'
import { aimOf, evidenceOf } from './evidence.ts'
import type { Evidence } from './evidence.ts'
import { groupEvidence, membersOf } from './group-evidence.ts'
import type { GroupEvidence } from './group-evidence.ts'
import { groupsOf } from './groups.ts'
import type { Group, GroupKind } from './groups.ts'
import { honestyOf } from './honesty.ts'
import { KINDS } from './voter-evidence.ts'

/** The highest expected share of honest voters among the accused. */
export const FALSE_DISCOVERIES = 0.05
/** A member of a group is accused if it takes part with at least this chance. */
const MEMBER_CHANCE = 0.9
/** How often the habits of honest voters are estimated, each time without the accused. */
const PASSES = 3
/** Weight of attacks on a contestant in a voter's e-value; the rest is for always the same side. */
const AIMED_PART = 0.9

/** A voter whose votes look like an attack. */
export interface Accused {
  voter: number
  /** The contestant it votes for or against; null: it always takes the same side. */
  aim: Aim | null
  side: 'left' | 'right' | null
  /** The evidence: the voter's votes, or those of a group with the voter. */
  by: GroupKind
  /** ln of the e-value that was found significant. */
  logE: number
  /** All its votes, those with its target, and how many of them the target won and lost. */
  votes: number
  met: number
  won: number
  lost: number
}

/** A group in which further voters attack together. Which ones is not known. */
export interface Alarm {
  kind: GroupKind
  aim: Aim
  logE: number
  /** Voters in the group that are not accused, and about how many of them attack. */
  voters: number
  expected: number
}

export interface Attacks {
  accused: Accused[]
  alarms: Alarm[]
  /** Voters and groups that were tested. */
  tested: Record<GroupKind, number>
  taste: number
  precision: number
}

const GROUPS = ['network', 'ring', 'burst', 'brief', 'everyone'] as const satisfies readonly GroupKind[]
/** Tests of one kind are a family. Each kind of group is one, and so are single voters. */
const FAMILIES = 1 + GROUPS.length

/**
 * Voters whose votes look like an attack for or against a contestant, or who always take the same side. Each voter and
 * each group gets an e-value: the likelihood of attacks of several kinds over that of honest votes. The spread of honest
 * tastes and habits is estimated from the voters. By e-BH (Wang & Ramdas 2022) at most 5 % of the findings are honest on
 * average, under any dependence. This holds if honest voters follow the model.
 */
export function findAttacks(votes: CastVotes): Attacks {
  const byVoter = votesByVoter(votes)
  const groups = groupsOf(votes, byVoter)
  let attacks: Attacks = { accused: [], alarms: [], tested: noTests(), taste: 0, precision: 0 }
  for (let pass = 0; pass < PASSES; pass++) {
    const suspects = new Set(attacks.accused.map(({ voter }) => voter))
    const honesty = honestyOf(votes, byVoter, (voter) => !suspects.has(voter))
    attacks = {
      ...attacksIn(votes, byVoter, groups, evidenceOf(votes, byVoter, honesty)),
      taste: honesty.taste,
      precision: honesty.precision,
    }
    const isSame =
      attacks.accused.length === suspects.size && attacks.accused.every(({ voter }) => suspects.has(voter))
    if (isSame) break
  }
  return attacks
}

const noTests = (): Record<GroupKind, number> => ({
  voter: 0,
  network: 0,
  ring: 0,
  burst: 0,
  brief: 0,
  everyone: 0,
})

function attacksIn(
  votes: CastVotes,
  byVoter: VotesByVoter,
  groups: readonly Group[],
  evidence: Evidence,
): Pick<Attacks, 'accused' | 'alarms' | 'tested'> {
  const { contestants } = votes
  const accused = new Map<number, Accused>()
  const accuse = (by: GroupKind, logE: number, { voter, aim, side }: Suspect) => {
    if (accused.has(voter)) return
    const own = byVoter.of(voter)
    accused.set(voter, { voter, aim, side, by, logE, votes: own.length, ...resultsOf(votes, own, aim) })
  }
  const testGroup = ({ kind, voters }: Group): GroupTest => {
    const group = { kind, voters: accused.size > 0 ? voters.filter((voter) => !accused.has(voter)) : voters }
    return { kind, group, ...groupEvidence(group, contestants, evidence) }
  }
  const voterTests = testVoters(byVoter, contestants, evidence)
  const groupTests = groups.map(testGroup)
  const tested = noTests()
  tested.voter = voterTests.length
  for (const { kind } of groupTests) tested[kind]++
  for (const { voter, logE } of significant(voterTests))
    accuse('voter', logE, suspectOf(voter, contestants, evidence))
  // groups overlap: the strongest evidence accuses first, and every other group is tested again without its accused
  const left = GROUPS.flatMap((kind) => significant(ofKind(groupTests, kind)))
  while (left.length > 0) {
    left.sort((a, b) => b.logE - a.logE)
    const strongest = left.shift()!
    const rest = testGroup(strongest.group)
    if (rest.group.voters.length === strongest.group.voters.length) {
      for (const { voter, aim, chance } of membersOf(strongest.group, contestants, evidence))
        if (chance >= MEMBER_CHANCE) accuse(strongest.kind, strongest.logE, { voter, aim, side: null })
    } else if (rest.logE >= leastSignificant(ofKind(groupTests, strongest.kind))) left.push(rest)
  }
  const remaining = groupTests.map((test) =>
    test.group.voters.some((voter) => accused.has(voter)) ? testGroup(test.group) : test,
  )
  const alarms = GROUPS.flatMap((kind) => significant(ofKind(remaining, kind))).map(
    ({ kind, aim, logE, group }) => {
      const expected = membersOf(group, contestants, evidence).reduce((sum, { chance }) => sum + chance, 0)
      return { kind, aim, logE, voters: group.voters.length, expected }
    },
  )
  return { accused: [...accused.values()], alarms, tested }
}

interface VoterTest {
  voter: number
  logE: number
}

interface GroupTest extends GroupEvidence {
  kind: Group['kind']
  /** The group without the voters that were accused before. */
  group: Group
}

type Suspect = Pick<Accused, 'voter' | 'aim' | 'side'>

const ofKind = (tests: readonly GroupTest[], kind: GroupKind) => tests.filter((one) => one.kind === kind)

/** Tests each voter who has votes, alone. */
function testVoters(byVoter: VotesByVoter, contestants: number, evidence: Evidence): VoterTest[] {
  const tests: VoterTest[] = []
  for (let voter = 0; voter < byVoter.voters; voter++) {
    if (byVoter.count(voter) === 0) continue
    const { aimed, sided } = ownEvidence(voter, contestants, evidence)
    tests.push({ voter, logE: logSum([aimed, sided]) })
  }
  return tests
}

/** The likeliest aim or side of a voter's votes. */
function suspectOf(voter: number, contestants: number, evidence: Evidence): Suspect {
  const { ofAims, aimed, sided } = ownEvidence(voter, contestants, evidence)
  if (sided <= aimed) {
    const likeliest = evidence.start[voter] + ofAims.indexOf(Math.max(...ofAims))
    return { voter, aim: aimOf(evidence.aims[likeliest]), side: null }
  }
  const [left, right] = evidence.sides.subarray(2 * voter)
  return { voter, aim: null, side: left > right ? 'left' : 'right' }
}

/** ln e-values of a voter's votes: of all aims together, and of both sides; and ln sums of the ratios of each aim. */
function ownEvidence(voter: number, contestants: number, { start, ratios, sides }: Evidence) {
  const ofAims: number[] = []
  for (let at = start[voter]; at < start[voter + 1]; at++)
    ofAims.push(logSum(ratios.subarray(at * KINDS, (at + 1) * KINDS)))
  const aimed = logSum(ofAims) - Math.log(2 * contestants * KINDS) + Math.log(AIMED_PART)
  const sided = logSum(sides.subarray(2 * voter, 2 * voter + 2)) + Math.log((1 - AIMED_PART) / 2)
  return { ofAims, aimed, sided }
}

/** How many of these votes are on the contestant of an aim, and how many of them it won and lost. */
function resultsOf({ left, right, outcome }: CastVotes, own: Int32Array, aim: Aim | null) {
  let [met, won, lost] = [0, 0, 0]
  for (const vote of own) {
    const isLeft = left[vote] === aim?.contestant
    if (!isLeft && right[vote] !== aim?.contestant) continue
    met++
    if (outcome[vote] === (isLeft ? LEFT : RIGHT)) won++
    else if (outcome[vote] === (isLeft ? RIGHT : LEFT)) lost++
  }
  return { met, won, lost }
}

const LEVEL = FALSE_DISCOVERIES / FAMILIES

/** e-BH among the tests of a kind: as many as possible, each with an e-value of at least their number / (level · how many). */
function significant<One extends { logE: number }>(tests: readonly One[]): One[] {
  const sorted = byEvidence(tests)
  return sorted.slice(0, countSignificant(sorted))
}

/** ln of the least e-value that e-BH accepts among the tests of a kind. */
function leastSignificant(tests: readonly { logE: number }[]): number {
  const sorted = byEvidence(tests)
  return Math.log(sorted.length / (LEVEL * countSignificant(sorted)))
}

const byEvidence = <One extends { logE: number }>(tests: readonly One[]): One[] =>
  [...tests].sort((a, b) => b.logE - a.logE)

/** How many of these tests, sorted by evidence, e-BH finds. */
function countSignificant(sorted: readonly { logE: number }[]): number {
  let rejected = 0
  sorted.forEach(({ logE }, i) => {
    if (logE >= Math.log(sorted.length / (LEVEL * (i + 1)))) rejected = i + 1
  })
  return rejected
}
