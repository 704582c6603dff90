import { LEFT, RIGHT } from '../fit/votes.ts'
import {
  logSum,
  votesByVoter,
  type Aim,
  type CastVotes,
  type VotesByVoter,
  KINDS,
  readVotes,
  type Honesty,
  contestantExposure,
  honestExposure,
  honestModel,
  honestChance,
  tasteWeights,
  voterEvidence,
} from './honest-model.ts'

/** The highest expected share of honest voters among the accused. */
const FALSE_DISCOVERIES = 0.05
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

interface Attacks {
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
  const groups = voterGroups(votes, byVoter)
  let attacks: Attacks = { accused: [], alarms: [], tested: noTests(), taste: 0, precision: 0 }
  for (let pass = 0; pass < PASSES; pass++) {
    const suspects = new Set(attacks.accused.map(({ voter }) => voter))
    const honesty = fitHonesty(votes, byVoter, (voter) => !suspects.has(voter))
    attacks = {
      ...attacksIn(votes, byVoter, groups, gatherEvidence(votes, byVoter, honesty)),
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
  groups: readonly VoterGroup[],
  evidence: Evidence,
): Pick<Attacks, 'accused' | 'alarms' | 'tested'> {
  const { contestants } = votes
  const accused = new Map<number, Accused>()
  const accuse = (by: GroupKind, logE: number, { voter, aim, side }: Suspect) => {
    if (accused.has(voter)) return
    const voterVotes = byVoter.of(voter)
    accused.set(voter, {
      voter,
      aim,
      side,
      by,
      logE,
      votes: voterVotes.length,
      ...countResults(votes, voterVotes, aim),
    })
  }
  const testGroup = ({ kind, voters }: VoterGroup): GroupTest => {
    const group = { kind, voters: accused.size > 0 ? voters.filter((voter) => !accused.has(voter)) : voters }
    return { kind, group, ...groupEvidence(group, contestants, evidence) }
  }
  const voterTests = testVoters(byVoter, contestants, evidence)
  const groupTests = groups.map(testGroup)
  const tested = noTests()
  tested.voter = voterTests.length
  for (const { kind } of groupTests) tested[kind]++
  for (const { voter, logE } of significant(voterTests))
    accuse('voter', logE, likeliestSuspect(voter, contestants, evidence))
  // groups overlap: the strongest evidence accuses first, and every other group is tested again without its accused
  const left = GROUPS.flatMap((kind) => significant(ofKind(groupTests, kind)))
  while (left.length > 0) {
    left.sort((a, b) => b.logE - a.logE)
    const strongest = left.shift()!
    const remainder = testGroup(strongest.group)
    if (remainder.group.voters.length === strongest.group.voters.length) {
      for (const { voter, aim, chance } of groupMembers(strongest.group, contestants, evidence))
        if (chance >= MEMBER_CHANCE) accuse(strongest.kind, strongest.logE, { voter, aim, side: null })
    } else if (remainder.logE >= leastSignificant(ofKind(groupTests, strongest.kind))) left.push(remainder)
  }
  const remaining = groupTests.map((test) =>
    test.group.voters.some((voter) => accused.has(voter)) ? testGroup(test.group) : test,
  )
  const alarms = GROUPS.flatMap((kind) => significant(ofKind(remaining, kind))).map(
    ({ kind, aim, logE, group }) => {
      const expected = groupMembers(group, contestants, evidence).reduce((sum, { chance }) => sum + chance, 0)
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
  kind: VoterGroup['kind']
  /** The group without the voters that were accused before. */
  group: VoterGroup
}

type Suspect = Pick<Accused, 'voter' | 'aim' | 'side'>

const ofKind = (tests: readonly GroupTest[], kind: GroupKind) => tests.filter((test) => test.kind === kind)

/** Tests each voter who has votes, alone. */
function testVoters(byVoter: VotesByVoter, contestants: number, evidence: Evidence): VoterTest[] {
  const tests: VoterTest[] = []
  for (let voter = 0; voter < byVoter.voters; voter++) {
    if (byVoter.count(voter) === 0) continue
    const { aimed, sided } = evidenceAboutVoter(voter, contestants, evidence)
    tests.push({ voter, logE: logSum([aimed, sided]) })
  }
  return tests
}

/** The likeliest aim or side of a voter's votes. */
function likeliestSuspect(voter: number, contestants: number, evidence: Evidence): Suspect {
  const { ofAims, aimed, sided } = evidenceAboutVoter(voter, contestants, evidence)
  if (sided <= aimed) {
    const likeliest = evidence.start[voter] + ofAims.indexOf(Math.max(...ofAims))
    return { voter, aim: aimFromNumber(evidence.aims[likeliest]), side: null }
  }
  const [left, right] = evidence.sides.subarray(2 * voter)
  return { voter, aim: null, side: left > right ? 'left' : 'right' }
}

/** ln e-values of a voter's votes: of all aims together, and of both sides; and ln sums of the ratios of each aim. */
function evidenceAboutVoter(voter: number, contestants: number, { start, ratios, sides }: Evidence) {
  const ofAims: number[] = []
  for (let accusation = start[voter]; accusation < start[voter + 1]; accusation++)
    ofAims.push(logSum(ratios.subarray(accusation * KINDS, (accusation + 1) * KINDS)))
  const aimed = logSum(ofAims) - Math.log(2 * contestants * KINDS) + Math.log(AIMED_PART)
  const sided = logSum(sides.subarray(2 * voter, 2 * voter + 2)) + Math.log((1 - AIMED_PART) / 2)
  return { ofAims, aimed, sided }
}

/** How many of these votes are on the contestant of an aim, and how many of them it won and lost. */
function countResults({ left, right, outcome }: CastVotes, voterVotes: Int32Array, aim: Aim | null) {
  let [battles, won, lost] = [0, 0, 0]
  for (const vote of voterVotes) {
    const isLeft = left[vote] === aim?.contestant
    if (!isLeft && right[vote] !== aim?.contestant) continue
    battles++
    if (outcome[vote] === (isLeft ? LEFT : RIGHT)) won++
    else if (outcome[vote] === (isLeft ? RIGHT : LEFT)) lost++
  }
  return { met: battles, won, lost }
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

/** The shares of a group that may take part in an attack. */
const SHARES: Record<Exclude<GroupKind, 'voter'>, readonly number[]> = {
  everyone: [0.003, 0.01, 0.03, 0.1],
  brief: [0.03, 0.1, 0.3, 0.6, 0.9],
  network: [0.1, 0.3, 0.6, 0.95],
  ring: [0.1, 0.3, 0.6, 0.95],
  burst: [0.1, 0.3, 0.6, 0.95],
}

/** The evidence that voters of a group attack together. */
interface GroupEvidence {
  /** ln e-value: its exponential has mean at most 1 if all are honest. */
  logE: number
  /** The likeliest aim of such an attack. */
  aim: Aim
}

/** A voter with the likeliest aim, and the chance of taking part in the attack. */
interface Member {
  voter: number
  aim: Aim
  chance: number
}

/**
 * The e-value of a group. An attack has one aim and one kind, and each voter of the group takes part with one chance.
 * The mean of the likelihood ratio over aims, kinds and chances is an e-value (Vovk & Wang 2021).
 */
function groupEvidence(group: VoterGroup, contestants: number, evidence: Evidence): GroupEvidence {
  const { total, weights, cells } = mixture(group, contestants, evidence)
  const perAim = Float64Array.from({ length: 2 * contestants }, (_, aim) =>
    weights.subarray(aim * cells, (aim + 1) * cells).reduce((sum, weight) => sum + weight, 0),
  )
  return {
    logE: total - Math.log(weights.length),
    aim: aimFromNumber(perAim.indexOf(Math.max(...perAim))),
  }
}

/** The members of a group: the mixture behind its e-value gives each voter's chance of taking part. */
function groupMembers(group: VoterGroup, contestants: number, evidence: Evidence): Member[] {
  const { weights, cells } = mixture(group, contestants, evidence)
  const shares = SHARES[group.kind]
  const values = new Float64Array(cells)
  const { start, aims, ratios } = evidence
  const accusationChance = (accusation: number): number => {
    mix(shares, ratios, accusation * KINDS, values)
    return values.reduce((chance, value, cell) => {
      const [kind, share] = [Math.floor(cell / shares.length), shares[cell % shares.length]]
      const weight = weights[aims[accusation] * cells + cell]
      return chance + weight * Math.exp(Math.log(share) + ratios[accusation * KINDS + kind] - value)
    }, 0)
  }
  return group.voters.map((voter) => {
    let best: Member = { voter, aim: aimFromNumber(0), chance: 0 }
    for (let accusation = start[voter]; accusation < start[voter + 1]; accusation++) {
      const chance = accusationChance(accusation)
      if (chance > best.chance) best = { voter, aim: aimFromNumber(aims[accusation]), chance }
    }
    return best
  })
}

/** The weights of all aims, kinds and chances, given the votes, and ln of the sum that they were divided by. */
function mixture({ kind, voters }: VoterGroup, contestants: number, evidence: Evidence) {
  const { start, aims, ratios, absent } = evidence
  const shares = SHARES[kind]
  const cells = KINDS * shares.length
  const logs = new Float64Array(2 * contestants * cells)
  const base = new Float64Array(cells)
  const absentCells = new Float64Array(cells)
  const values = new Float64Array(cells)
  for (const voter of voters) {
    mix(shares, absent, voter * KINDS, absentCells)
    for (let cell = 0; cell < cells; cell++) base[cell] += absentCells[cell]
    for (let accusation = start[voter]; accusation < start[voter + 1]; accusation++) {
      mix(shares, ratios, accusation * KINDS, values)
      for (let cell = 0; cell < cells; cell++)
        logs[aims[accusation] * cells + cell] += values[cell] - absentCells[cell]
    }
  }
  logs.forEach((_, i) => (logs[i] += base[i % cells]))
  const total = logSum(logs)
  return { total, cells, weights: logs.map((value) => Math.exp(value - total)) }
}

/** ln (1 − share + share · exp ratio) of each of `KINDS` ratios with each share, written into `mixed`. */
function mix(shares: readonly number[], ratios: Float64Array, from: number, mixed: Float64Array): void {
  for (let k = 0, cell = 0; k < KINDS; k++) {
    const ratio = ratios[from + k]
    const small = Math.exp(-Math.abs(ratio))
    for (const share of shares)
      mixed[cell++] =
        ratio > 0 ? ratio + Math.log(share + (1 - share) * small) : Math.log(1 - share + share * small)
  }
}

/** What the voters of a group have in common. It never depends on their choices. */
type GroupKind = 'voter' | 'network' | 'ring' | 'burst' | 'brief' | 'everyone'

interface VoterGroup {
  kind: Exclude<GroupKind, 'voter'>
  voters: number[]
}

/** Voters with at most this number of votes form a group. */
const BRIEF = [1, 2, 5]
/** The shortest window of consecutive votes; each next size is four times as long. */
const SHORTEST_WINDOW = 16
const LONGER = 4
const MIN_VOTERS = 3

/** All groups: networks, rings, bursts of voters that came and went together, voters with few votes, and everyone. */
function voterGroups(votes: CastVotes, byVoter: VotesByVoter): VoterGroup[] {
  const active: number[] = []
  for (let who = 0; who < byVoter.voters; who++) if (byVoter.count(who) > 0) active.push(who)
  return [
    ...networkGroups(votes, active),
    ...findRings(votes).map((voters) => ({ kind: 'ring' as const, voters })),
    ...(votes.isInOrder ? findBursts(votes, byVoter, active) : []),
    ...BRIEF.map((most) => active.filter((who) => byVoter.count(who) <= most))
      .filter((members) => members.length >= MIN_VOTERS && members.length < active.length)
      .map((members) => ({ kind: 'brief' as const, voters: members })),
    ...(active.length >= MIN_VOTERS ? [{ kind: 'everyone' as const, voters: active }] : []),
  ]
}

function networkGroups({ network, site }: CastVotes, active: readonly number[]): VoterGroup[] {
  const groups = (placeByVoter?: Int32Array) => [
    ...Map.groupBy(
      placeByVoter ? active.filter((who) => placeByVoter[who] >= 0) : [],
      (who) => placeByVoter![who],
    ).values(),
  ]
  // a larger network whose voters share a smaller one is that group again
  const wide = groups(site).filter((members) => new Set(members.map((who) => network?.[who])).size > 1)
  return [...groups(network), ...wide]
    .filter((members) => members.length > 1)
    .map((members) => ({ kind: 'network', voters: members }))
}

/** Voters whose votes all lie within one window of votes; windows overlap by half. */
function findBursts({ left }: CastVotes, byVoter: VotesByVoter, active: readonly number[]): VoterGroup[] {
  const groups: VoterGroup[] = []
  for (let size = SHORTEST_WINDOW; 2 * size <= left.length; size *= LONGER) {
    const windows = new Map<number, number[]>()
    for (const who of active) {
      const voterVotes = byVoter.of(who)
      const [first, last] = [voterVotes[0], voterVotes[voterVotes.length - 1]]
      const half = Math.floor(first / (size / 2))
      for (const window of [half - 1, half])
        if (window >= 0 && last < window * (size / 2) + size) {
          const voters = windows.get(window)
          if (voters) voters.push(who)
          else windows.set(window, [who])
        }
    }
    for (const voters of windows.values())
      if (voters.length >= MIN_VOTERS) groups.push({ kind: 'burst', voters })
  }
  return groups
}

const SPREADS = [0.25, 0.5, 0.75, 1, 1.5, 2]
const PRECISIONS = [1, 3, 10, 30, 100, 1000]
/** Voters with fewer votes show little about how voters differ. */
const MIN_VOTES = 4
/** This number of voters is enough. */
const MAX_VOTERS = 1000

/** The habits of honest voters: the spreads that make the votes of trusted voters likeliest. */
export function fitHonesty(
  votes: CastVotes,
  byVoter: VotesByVoter = votesByVoter(votes),
  trusted: (voter: number) => boolean = () => true,
): Honesty {
  const model = honestModel(votes, byVoter, trusted)
  const exposure = contestantExposure(votes)
  const spreads = new Float64Array(SPREADS.length)
  const precisions = new Float64Array(PRECISIONS.length)
  const weights = SPREADS.map(tasteWeights)
  let voters = 0
  for (let who = 0; who < byVoter.voters && voters < MAX_VOTERS; who++) {
    if (!trusted(who) || byVoter.count(who) < MIN_VOTES) continue
    voters++
    const voterVotes = byVoter.of(who)
    for (const [contestant, { sums, count }] of readVotes(votes, voterVotes, model)[0].on) {
      weights.forEach((weight, i) => (spreads[i] += honestChance(sums, weight)))
      const share = exposure.expectedShare(voterVotes, contestant)
      PRECISIONS.forEach((precision, i) => {
        precisions[i] += honestExposure(count, voterVotes.length, share, precision)
      })
    }
  }
  return {
    model,
    exposure,
    taste: SPREADS[likeliest(spreads)],
    precision: PRECISIONS[likeliest(precisions)],
  }
}

const likeliest = (values: Float64Array) => values.indexOf(Math.max(...values))

/** The number of an aim: 2 · contestant + (direction < 0). */
const aimNumber = ({ contestant, direction }: Aim): number => 2 * contestant + Number(direction < 0)

const aimFromNumber = (number: number): Aim => ({
  contestant: number >> 1,
  direction: number % 2 === 0 ? 1 : -1,
})

/** ln likelihood ratios of all voters, as `VoterEvidence`. In columns: an arena may have a hundred thousand voters. */
interface Evidence {
  /** Where the aims of each voter begin; the last entry is the number of all. */
  start: Int32Array
  /** The numbers of aims, and for each of them `KINDS` ratios. */
  aims: Int32Array
  ratios: Float64Array
  /** For each voter, `KINDS` ratios of aims that are missing. */
  absent: Float64Array
  /** For each voter, the ratios of the left and the right side. */
  sides: Float64Array
}

function gatherEvidence(votes: CastVotes, byVoter: VotesByVoter, honesty: Honesty): Evidence {
  const { voters } = byVoter
  let most = 0
  for (let who = 0; who < voters; who++) most += 2 * Math.min(votes.contestants, 2 * byVoter.count(who))
  const evidence: Evidence = {
    start: new Int32Array(voters + 1),
    aims: new Int32Array(most),
    ratios: new Float64Array(most * KINDS),
    absent: new Float64Array(voters * KINDS),
    sides: new Float64Array(voters * 2),
  }
  let next = 0
  for (let who = 0; who < voters; who++) {
    const { aims, absent, sides } = voterEvidence(votes, byVoter.of(who), honesty)
    for (const aim of aims) {
      evidence.aims[next] = aimNumber(aim)
      evidence.ratios.set(aim.ratios, next * KINDS)
      next++
    }
    evidence.start[who + 1] = next
    evidence.absent.set(absent, who * KINDS)
    evidence.sides.set(sides, who * 2)
  }
  return evidence
}

/** Two voters are linked if they share at least this number of battles … */
const MIN_SHARED = 3
/** … and random draws would link any pair of all voters with at most this chance. */
const BY_CHANCE = 0.01
/** A battle that this number of voters saw links none of them. */
const MAX_SEEN = 40

/**
 * Groups of voters that saw the same battles, pair and prompt, more often than chance explains. Each voter is linked to
 * one of the others. Their choices play no part. Empty if prompts are not known.
 */
export function findRings(votes: CastVotes): number[][] {
  const { left, right, voter, voters, prompt, contestants } = votes
  if (!prompt) return []
  const seenBy = new Map<number, Set<number>>()
  const counts = new Float64Array(voters)
  let [all, squares] = [0, 0]
  const times = new Map<number, number>()
  left.forEach((contestant, vote) => {
    if (voter[vote] < 0 || prompt[vote] < 0) return
    const [i, j] = contestant < right[vote] ? [contestant, right[vote]] : [right[vote], contestant]
    const battle = (prompt[vote] * contestants + i) * contestants + j
    const by = seenBy.get(battle) ?? new Set()
    if (by.size <= MAX_SEEN) by.add(voter[vote])
    seenBy.set(battle, by)
    times.set(battle, (times.get(battle) ?? 0) + 1)
    counts[voter[vote]]++
    all++
  })
  for (const count of times.values()) squares += (count / all) ** 2
  const shared = new Map<number, number>()
  for (const by of seenBy.values()) {
    if (by.size < 2 || by.size > MAX_SEEN) continue
    const sorted = [...by].sort((a, b) => a - b)
    sorted.forEach((a, i) => {
      for (const b of sorted.slice(i + 1)) shared.set(a * voters + b, (shared.get(a * voters + b) ?? 0) + 1)
    })
  }
  const active = counts.filter((count) => count > 0).length
  const limit = Math.log(BY_CHANCE / Math.max(1, (active * (active - 1)) / 2))
  const root = Int32Array.from({ length: voters }, (_, who) => who)
  const findRoot = (who: number): number => (root[who] === who ? who : (root[who] = findRoot(root[who])))
  for (const [pair, count] of shared) {
    const [a, b] = [Math.floor(pair / voters), pair % voters]
    if (count >= MIN_SHARED && logTailBound(count, counts[a] * counts[b] * squares) <= limit)
      root[findRoot(a)] = findRoot(b)
  }
  const linked = new Set<number>()
  for (let who = 0; who < voters; who++) if (findRoot(who) !== who) linked.add(findRoot(who))
  const groups = new Map<number, number[]>()
  for (let who = 0; who < voters; who++) {
    if (!linked.has(findRoot(who))) continue
    const ring = groups.get(findRoot(who))
    if (ring) ring.push(who)
    else groups.set(findRoot(who), [who])
  }
  return [...groups.values()]
}

/** ln of Chernoff's bound of P(X ≥ count) for a Poisson variable with this mean. */
const logTailBound = (count: number, mean: number) =>
  count <= mean ? 0 : count - mean - count * Math.log(count / mean)
