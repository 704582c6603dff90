import { wilsonInterval, studentQuantile } from '../numbers/distributions.ts'
import { NORMAL_95 } from '../intervals/comparison.ts'
import { LEFT, RIGHT } from '../fit/votes.ts'

/** How far two raters agree on the same items. */
export interface Agreement {
  /** Items that both rated. */
  shared: number
  agreed: number
  /** agreed / shared. Null if nothing is shared. */
  share: number | null
  /** Wilson, 95 %. */
  interval: [number, number] | null
  /** Cohen's κ. Null if both use only one class, so that chance explains everything. */
  kappa: number | null
}

/**
 * Agreement of two raters on the same items, and Cohen's κ. By Cohen (1960, "A coefficient of agreement for nominal
 * scales", formula 1), κ = (p_o − p_e) / (1 − p_e), p_e from the two raters' own shares of each class. Assumes that
 * items are independent and classes unordered (a tie is a class like the others). Costs one pass.
 * @param pairs  the two ratings of each item, and how many items have them (default 1)
 */
export function tallyAgreement<T>(pairs: Iterable<readonly [T, T, count?: number]>): Agreement {
  const firstCounts = new Map<T, number>()
  const secondCounts = new Map<T, number>()
  let shared = 0
  let agreed = 0
  for (const [a, b, count = 1] of pairs) {
    firstCounts.set(a, (firstCounts.get(a) ?? 0) + count)
    secondCounts.set(b, (secondCounts.get(b) ?? 0) + count)
    shared += count
    if (a === b) agreed += count
  }
  let byChance = 0
  for (const [verdict, count] of firstCounts)
    byChance += (count * (secondCounts.get(verdict) ?? 0)) / shared ** 2
  const share = shared > 0 ? agreed / shared : null
  return {
    shared,
    agreed,
    share,
    interval: wilsonInterval(agreed, shared),
    kappa: share === null || 1 - byChance < 1e-12 ? null : (share - byChance) / (1 - byChance),
  }
}

/** Items that were rated alike: how many raters chose each class, and how many items these are. */
interface RatedAlike {
  /** By class, the number of raters that chose it. */
  chosenBy: readonly number[]
  items: number
}

/**
 * Krippendorff's α for nominal classes and any number of raters, of whom each may have rated only some items
 * (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section C): α = 1 − D_o / D_e. D_o is the
 * disagreement within items, D_e the disagreement of any two ratings. Items with one rating say nothing and are
 * skipped. Costs one pass.
 * @returns 1 for perfect agreement, 0 for that of chance; null if all ratings are of one class, or there are none
 */
export function krippendorffAlpha(rated: Iterable<RatedAlike>): number | null {
  let disagreeing = 0
  const ratings: number[] = []
  for (const { chosenBy, items } of rated) {
    const raters = sum(chosenBy)
    if (raters < 2) continue
    chosenBy.forEach((chosen, i) => {
      disagreeing += (items * chosen * (raters - chosen)) / (raters - 1)
      ratings[i] = (ratings[i] ?? 0) + items * chosen
    })
  }
  const all = sum(ratings)
  const byChance = ratings.reduce((total, chosen) => total + chosen * (all - chosen), 0) / (all - 1)
  return byChance > 0 ? 1 - disagreeing / byChance : null
}

/**
 * The 95 % interval of a statistic whose data come in independent groups, by the delete-one-group jackknife (Tukey
 * 1958; Efron & Stein 1981): SE² = (G − 1)/G · Σ_g (θ₍g₎ − θ̄)², with Student's t of G − 1 degrees of freedom.
 * @param groups  the data of each group
 * @param statistic  null if it is not defined on the data
 * @returns within [−1, 1]; null under three groups, if the statistic is not defined everywhere, or without variation
 */
export function jackknifeInterval<T>(
  groups: readonly (readonly T[])[],
  statistic: (data: readonly T[]) => number | null,
): [number, number] | null {
  const estimate = statistic(groups.flat())
  const without = groups.map((_, left) => statistic(groups.flatMap((group, i) => (i === left ? [] : group))))
  if (groups.length < 3 || estimate === null || !without.every((value) => value !== null)) return null
  const mean = sum(without) / groups.length
  const squares = sum(without.map((value) => (value - mean) ** 2))
  const error = Math.sqrt(((groups.length - 1) / groups.length) * squares)
  if (error < 1e-12) return null
  const half = studentQuantile(NORMAL_95, groups.length - 1) * error
  return [Math.max(-1, estimate - half), Math.min(1, estimate + half)]
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** How often something happened. */
interface Share {
  hits: number
  n: number
  /** hits / n. Null if n is 0. */
  share: number | null
  /** Wilson, 95 %. */
  interval: [number, number] | null
}

/** `hits` of `n` as a share with Wilson's interval (1927). */
export function wilsonShare(hits: number, n: number): Share {
  return { hits, n, share: n > 0 ? hits / n : null, interval: wilsonInterval(hits, n) }
}

/** Votes of one judge with the same properties. Outcomes are LEFT, RIGHT or TIE. */
export interface JudgedVotes {
  count: number
  verdict: number
  /**
   * The outcome that most people chose for the same two answers, in the judge's order of left and right. Null:
   * nobody voted.
   */
  people: number | null
  /** Whether its two orders named different outcomes. Null: it is not known that both were asked. */
  inconsistent: boolean | null
  /** The side of the longer answer, and the side of the only answer of the judge's own family. Null: neither side. */
  longer: number | null
  familySide: number | null
}

/** How often an answer of some kind was picked over one of another kind, without ties. */
interface Preference extends Share {
  /** The same on pairs that both the judge and people decided. It shows whether people share the preference. */
  judgeOnShared: Share
  humansOnShared: Share
}

interface Habits {
  votes: number
  /** On every pair that people voted on too: left, right and tie as three classes. */
  threeWay: Agreement
  decisive: Agreement
  /** Pairs on which people named a winner and the judge did not. */
  undecidedByJudge: number
  consistency: Share
  longer: Preference
  ownFamily: Preference
}

/**
 * What a judge's votes show about it (Zheng et al. 2023, "Judging LLM-as-a-judge with MT-bench and Chatbot Arena",
 * sections 3.3 and 4.2): agreement with people with and without ties, consistency across orders, and how often it
 * picks the longer answer or that of its own family. A preference alone is no bias, since the longer answer may be
 * better, so the figures include what people pick on the same pairs. Assumes independent votes. Costs one pass.
 */
export function judgeStatistics(votes: readonly JudgedVotes[]): Habits {
  const shared = votes.filter(({ people }) => people !== null)
  const decided = shared.filter(({ people }) => isDecisive(people))
  const decidedByBoth = decided.filter(({ verdict }) => isDecisive(verdict))
  const ordered = votes.filter(({ inconsistent }) => inconsistent !== null)
  const agreement = (subset: readonly JudgedVotes[]) =>
    tallyAgreement(subset.map(({ verdict, people, count }) => [verdict, people!, count] as const))
  return {
    votes: sumCounts(votes),
    threeWay: agreement(shared),
    decisive: agreement(decidedByBoth),
    undecidedByJudge: sumCounts(decided) - sumCounts(decidedByBoth),
    consistency: wilsonShare(
      sumCounts(ordered.filter(({ inconsistent }) => !inconsistent)),
      sumCounts(ordered),
    ),
    longer: preferenceFor('longer', votes, decidedByBoth),
    ownFamily: preferenceFor('familySide', votes, decidedByBoth),
  }
}

const isDecisive = (outcome: number | null) => outcome === LEFT || outcome === RIGHT

const sumCounts = (votes: readonly JudgedVotes[]) => votes.reduce((sum, { count }) => sum + count, 0)

function preferenceFor(
  kind: 'longer' | 'familySide',
  votes: readonly JudgedVotes[],
  decidedByBoth: readonly JudgedVotes[],
): Preference {
  const picked = (subset: readonly JudgedVotes[], decider: 'verdict' | 'people') => {
    const open = subset.filter((vote) => vote[kind] !== null && isDecisive(vote[decider]))
    return wilsonShare(sumCounts(open.filter((vote) => vote[decider] === vote[kind])), sumCounts(open))
  }
  return {
    ...picked(votes, 'verdict'),
    judgeOnShared: picked(decidedByBoth, 'verdict'),
    humansOnShared: picked(decidedByBoth, 'people'),
  }
}

/**
 * The least consistency, and the least share of the pairs decided by humans that the judge decides as they do: what a
 * coin reaches. If a coin picks the answer in each order, the two orders agree half of the time; if it picks the vote,
 * it is right half of the time. The judges of Zheng et al. (2023, "Judging LLM-as-a-judge", table 2) were consistent in
 * 65 % (GPT-4), 46 % (GPT-3.5) and 24 % (Claude-v1) of pairs.
 */
export const CHANCE_LEVEL = 0.5

/** One time that a rater rated an item. */
export interface RepeatedRating {
  item: string
  /** In milliseconds. */
  at: number
  /** What was asked together, such as a run. */
  batch: number
  /** The verdict under each criterion, and of each two answers if it ranked several. */
  verdictByCriterion: Readonly<Record<string, string>>
}

/** A batch after which a rater is shown not to agree with itself. */
export interface Lapse {
  /** When the last item of the batch was rated, in milliseconds. */
  at: number
  /** Items on which the newest rating repeats the first one, and how many were compared. */
  hits: number
  n: number
}

/** The newest items that are compared, of one batch or of several small ones: what a measurement of a judge by people needs, by default. */
const NEWEST = 50
/**
 * Fewer items show nothing. A rater that repeats 85 % of its ratings has an interval below 62.5 % on ten items with
 * probability 0.0001.
 */
const FEWEST = 10

/**
 * The least share of ratings that a steady rater repeats, if it is right on a share `minAgreement` of items: a² + (1 −
 * a)². A rater that is right on item i with probability p_i repeats its rating with p_i² + (1 − p_i)². This is convex
 * in p_i, so by Jensen's inequality its mean is least if all p_i are equal. Self-agreement below it is a contradiction:
 * the rater is not that often right, or it has changed. Derived for two outcomes and independent ratings; a tie that is
 * not repeated counts as a change. 0.625 for 0.75, and never below ½.
 */
export function minimumSelfAgreement(minAgreement: number): number {
  const right = Math.max(CHANCE_LEVEL, minAgreement)
  return right ** 2 + (1 - right) ** 2
}

/**
 * When a rater stopped agreeing with itself. After each batch the newest ratings of items rated again are compared with
 * the first ratings of them: Wilson's 95 % interval (1927) of the share repeated must lie below `least`, on all items
 * that the batch rated again or on the newest 50. First means since the last lapse, so a rater that changes little by little is found, too, and turning back is
 * another lapse. An item counts once, however often it was rated, and several verdicts share its weight,
 * because they go together. Costs one pass.
 * @param askings  all ratings of one rater, in order of time
 */
export function findLapses(askings: readonly RepeatedRating[], least: number): Lapse[] {
  const lapses: Lapse[] = []
  let first = new Map<string, RepeatedRating['verdictByCriterion']>()
  let again = new Map<string, number>()
  for (const batch of splitIntoBatches(askings)) {
    const compared = new Set<string>()
    for (const { item, verdictByCriterion } of batch) {
      const before = first.get(item)
      if (!before) first.set(item, verdictByCriterion)
      else {
        compared.add(item)
        // the map is in order of time
        again.delete(item)
        again.set(item, shareAlike(before, verdictByCriterion))
      }
    }
    const windows = [Math.max(compared.size, NEWEST), NEWEST].map((size) => [...again].slice(-size))
    const lapse = windows
      .map(shareAgreed)
      .find(({ hits, n }) => n >= FEWEST && wilsonInterval(hits, n)![1] < least)
    again = new Map(windows[1])
    if (!lapse) continue
    lapses.push({ at: batch.at(-1)!.at, ...lapse })
    first = new Map(batch.map(({ item, verdictByCriterion }) => [item, verdictByCriterion]))
    again = new Map()
  }
  return lapses
}

const shareAgreed = (items: readonly (readonly [string, number])[]) => ({
  hits: items.reduce((sum, [, share]) => sum + share, 0),
  n: items.length,
})

function splitIntoBatches(askings: readonly RepeatedRating[]): RepeatedRating[][] {
  const batches: RepeatedRating[][] = []
  for (const asking of askings) {
    const last = batches.at(-1)
    if (last?.[0]!.batch === asking.batch) last.push(asking)
    else batches.push([asking])
  }
  return batches
}

function shareAlike(
  first: RepeatedRating['verdictByCriterion'],
  second: RepeatedRating['verdictByCriterion'],
): number {
  const criteria = Object.keys(second)
  return criteria.filter((criterion) => first[criterion] === second[criterion]).length / criteria.length
}

/** What repeated ratings of the same items show. */
interface RunToRun {
  /** Items rated at least twice. */
  examined: number
  /** Items on which all runs agreed. */
  unanimous: number
  /** Each further run compared with the first one of the same thing. The classes are the scores. */
  again: Agreement
  /** The mean variance of the scores of one thing; unbiased. */
  within: number
  /** The variance of all scores around their mean, between items and between runs together. */
  total: number
  /** within / total, at most 1: the share of the spread that the rater causes. Null if nothing varies. */
  ownShare: number | null
}

/**
 * Repeatability of scores. `within` is the pooled variance of one-way analysis of variance, s_w² = Σ_i Σ_r (x_ir −
 * x̄_i)² / Σ_i (k_i − 1) (Bland & Altman 1999, "Measuring agreement in method comparison studies", section 5.1), so
 * the mean of n items varies between runs with standard deviation s_w/√n. Assumes that runs of an item are
 * exchangeable and items independent. Costs one pass. Items with only one run are skipped.
 * @param runs  for each item its scores, in the order of the runs
 */
export function runToRun(runs: Iterable<readonly number[]>): RunToRun {
  const several = [...runs].filter((scores) => scores.length > 1)
  const allScores = several.flat()
  const within = ratio(
    several.reduce((sum, scores) => sum + squares(scores), 0),
    allScores.length - several.length,
  )
  const total = ratio(squares(allScores), allScores.length - 1)
  return {
    examined: several.length,
    unanimous: several.filter((scores) => scores.every((score) => score === scores[0])).length,
    again: tallyAgreement(
      several.flatMap(([first, ...repeats]) => repeats.map((score) => [first!, score] as const)),
    ),
    within,
    total,
    ownShare: total > 1e-12 ? Math.min(1, within / total) : null,
  }
}

function squares(scores: readonly number[]): number {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  return scores.reduce((sum, score) => sum + (score - mean) ** 2, 0)
}

const ratio = (sum: number, total: number) => (total > 0 ? sum / total : 0)
