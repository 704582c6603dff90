import { agreementOf } from './agreement.ts'
import type { Agreement } from './agreement.ts'
import { LEFT, RIGHT } from './vote-columns.ts'
import { wilsonInterval } from './wilson.ts'

/** How often something happened. */
export interface Share {
  hits: number
  n: number
  /** hits / n. Null if n is 0. */
  share: number | null
  /** Wilson, 95 %. */
  interval: [number, number] | null
}

/** `hits` of `n` as a share with Wilson's interval (1927). */
export function shareOf(hits: number, n: number): Share {
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
  own: number | null
}

/** How often an answer of some kind was picked over one of another kind, without ties. */
export interface Preference extends Share {
  /** The same on pairs that both the judge and people decided. It shows whether people share the preference. */
  judgeOnShared: Share
  humansOnShared: Share
}

export interface Habits {
  votes: number
  /** On every pair that people voted on too: left, right and tie as three classes. */
  threeWay: Agreement
  /** Pairs on which both name a winner. */
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
export function habitsOf(votes: readonly JudgedVotes[]): Habits {
  const shared = votes.filter(({ people }) => people !== null)
  const decided = shared.filter(({ people }) => isDecisive(people))
  const both = decided.filter(({ verdict }) => isDecisive(verdict))
  const ordered = votes.filter(({ inconsistent }) => inconsistent !== null)
  const agreement = (some: readonly JudgedVotes[]) =>
    agreementOf(some.map(({ verdict, people, count }) => [verdict, people!, count] as const))
  return {
    votes: countOf(votes),
    threeWay: agreement(shared),
    decisive: agreement(both),
    undecidedByJudge: countOf(decided) - countOf(both),
    consistency: shareOf(countOf(ordered.filter(({ inconsistent }) => !inconsistent)), countOf(ordered)),
    longer: preferenceFor('longer', votes, both),
    ownFamily: preferenceFor('own', votes, both),
  }
}

const isDecisive = (outcome: number | null) => outcome === LEFT || outcome === RIGHT

const countOf = (votes: readonly JudgedVotes[]) => votes.reduce((sum, { count }) => sum + count, 0)

function preferenceFor(
  kind: 'longer' | 'own',
  votes: readonly JudgedVotes[],
  decidedByBoth: readonly JudgedVotes[],
): Preference {
  const picked = (some: readonly JudgedVotes[], who: 'verdict' | 'people') => {
    const open = some.filter((vote) => vote[kind] !== null && isDecisive(vote[who]))
    return shareOf(countOf(open.filter((vote) => vote[who] === vote[kind])), countOf(open))
  }
  return {
    ...picked(votes, 'verdict'),
    judgeOnShared: picked(decidedByBoth, 'verdict'),
    humansOnShared: picked(decidedByBoth, 'people'),
  }
}
