import { logSum, votesByVoter } from './cast-votes.ts'
import type { Aim, CastVotes } from './cast-votes.ts'
import { groupEvidence, groupsOf, ratiosByAim } from './groups.ts'
import type { Group, GroupEvidence, GroupKind } from './groups.ts'
import { honestyOf } from './honesty.ts'
import { KINDS, voterEvidence } from './voter-evidence.ts'
import type { VoterEvidence } from './voter-evidence.ts'

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

const FAMILIES: readonly GroupKind[] = ['voter', 'network', 'ring', 'burst', 'brief', 'everyone']

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
    const evidence = byVoter.map((own) => voterEvidence(votes, own, honesty))
    attacks = {
      ...attacksIn(evidence, groups, votes.contestants, byVoter),
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
  evidence: readonly VoterEvidence[],
  groups: readonly Group[],
  contestants: number,
  byVoter: readonly Int32Array[],
): Pick<Attacks, 'accused' | 'alarms' | 'tested'> {
  const ratios = evidence.map(ratiosByAim)
  const tests: Test[] = evidence.flatMap((own, voter) =>
    byVoter[voter].length === 0 ? [] : [ownEvidence(own, voter, contestants)],
  )
  const accused = new Map<number, Accused>()
  const accuse = ({ kind, logE, members }: Test) => {
    for (const { voter, aim, side = null, chance } of members()) {
      if (chance < MEMBER_CHANCE || accused.has(voter)) continue
      const on = evidence[voter].aims.find(({ contestant }) => contestant === aim?.contestant)
      const { met = 0, won = 0, lost = 0 } = on ?? {}
      accused.set(voter, { voter, aim, side, by: kind, logE, votes: byVoter[voter].length, met, won, lost })
    }
  }
  const evidenceIn = ({ kind, voters }: Group): GroupTest => {
    const group = { kind, voters: voters.filter((voter) => !accused.has(voter)) }
    return { ...groupEvidence(group, contestants, (voter) => ratios[voter]), group }
  }
  const groupTests = groups.map(evidenceIn)
  const tested = noTests()
  for (const { kind } of [...tests, ...groupTests]) tested[kind]++
  significant(tests, 'voter').forEach(accuse)
  // groups overlap: the strongest evidence accuses first, and every other group is tested again without its accused
  const left = FAMILIES.flatMap((kind) => significant(groupTests, kind))
  while (left.length > 0) {
    left.sort((a, b) => b.logE - a.logE)
    const strongest = left.shift()!
    const rest = evidenceIn(strongest.group)
    if (rest.group.voters.length === strongest.group.voters.length) accuse(strongest)
    else if (rest.logE >= leastSignificant(groupTests, strongest.kind)) left.push(rest)
  }
  const remaining = groupTests.map((test) =>
    test.group.voters.some((voter) => accused.has(voter)) ? evidenceIn(test.group) : test,
  )
  const alarms = FAMILIES.flatMap((kind) => significant(remaining, kind)).map(
    ({ kind, aim, logE, group, members }) => {
      const expected = members().reduce((sum, { chance }) => sum + chance, 0)
      return { kind, aim, logE, voters: group.voters.length, expected }
    },
  )
  return { accused: [...accused.values()], alarms, tested }
}

interface Test {
  kind: GroupKind
  logE: number
  members: () => readonly { voter: number; aim: Aim | null; side?: 'left' | 'right' | null; chance: number }[]
}

interface GroupTest extends GroupEvidence {
  /** The group without the voters that were accused before. */
  group: Group
}

function ownEvidence({ aims, sides }: VoterEvidence, voter: number, contestants: number): Test {
  const best = aims.map(({ ratios }) => logSum(ratios))
  const aimed = logSum(best) - Math.log(2 * contestants * KINDS) + Math.log(AIMED_PART)
  const sided = logSum(sides) + Math.log((1 - AIMED_PART) / 2)
  const isSided = sided > aimed
  const { contestant, direction } = aims[best.indexOf(Math.max(...best))]
  const member = {
    voter,
    aim: isSided ? null : { contestant, direction },
    side: isSided ? (sides[0] > sides[1] ? ('left' as const) : ('right' as const)) : null,
    chance: 1,
  }
  return { kind: 'voter', logE: logSum([aimed, sided]), members: () => [member] }
}

/** e-BH among the tests of a kind: as many as possible, each with an e-value of at least their number / (level · how many). */
function significant<One extends Pick<Test, 'kind' | 'logE'>>(tests: readonly One[], kind: GroupKind): One[] {
  const sorted = tests.filter((one) => one.kind === kind).sort((a, b) => b.logE - a.logE)
  return sorted.slice(0, countSignificant(sorted))
}

const LEVEL = FALSE_DISCOVERIES / FAMILIES.length

/** How many of these tests, sorted by evidence, e-BH finds. */
function countSignificant(sorted: readonly Pick<Test, 'logE'>[]): number {
  let rejected = 0
  sorted.forEach(({ logE }, i) => {
    if (logE >= Math.log(sorted.length / (LEVEL * (i + 1)))) rejected = i + 1
  })
  return rejected
}

/** ln of the least e-value that e-BH accepts in a kind. */
function leastSignificant(tests: readonly Pick<Test, 'kind' | 'logE'>[], kind: GroupKind): number {
  const sorted = tests.filter((one) => one.kind === kind).sort((a, b) => b.logE - a.logE)
  return Math.log(sorted.length / (LEVEL * countSignificant(sorted)))
}
