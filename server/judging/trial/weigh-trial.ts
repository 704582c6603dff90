/** What the calls of a judge show: whether it may go on, which form of reply to ask for, or why it is stopped. Pure. */
import type { ReplyForm, Verdict, Verdicts } from '../../../shared/contracts/index.ts'
import { causeCode, isAttempt, isRetryable } from '../../calls/index.ts'

/** A call to a judge that has ended. */
export interface TrialCall {
  judgement: string
  shown: 'first' | 'second'
  /** Why it failed, as it is stored; null: its verdicts could be read. */
  cause: string | null
  verdicts: Verdicts | null
  /** Whether it asked for the form that is asked for now. */
  inForm: boolean
  /** Whether no call before it asked for the same. */
  isFirst: boolean
}

export type Weighed =
  /** `wanted`: how many more judgements may be asked for at once. */
  | { state: 'open'; wanted: number }
  | { state: 'next_form'; form: ReplyForm }
  | { state: 'passed' }
  /** `code`: as causes of calls have, or `position`. */
  | { state: 'failed'; code: string }

/** Both orders of four pairs show most judges. */
export const PAIRS_OF_TRIAL = 4
/** A judge that names the same place every time is shown two pairs more, so that chance is no reason to stop it. */
const MAX_PAIRS = 6
const MAX_CALLS = 12
/** A refusal may be about one prompt, and so may a request that is rejected: four prompts are asked about. */
const LOST_CALLS = 8
/** Another prompt may leave room for a verdict. */
const CUT_CALLS = 4

/** Replies that another form may make readable. */
const OF_FORM: ReadonlySet<string> = new Set(['unreadable', 'empty'])
const CUT = 'cut_off'
const REFUSED = 'refusal'
/** A failure that says nothing of the judge: the same call may succeed later, or its end is unknown. */
const isTransient = (cause: string) => isRetryable(cause) || !isAttempt(cause)

/** The forms of a trial, one pair each. The first comes again at the end: its pair may have been a hard one. */
export const FORMS_IN_TURN: readonly ReplyForm[] = ['schema', 'json', 'lines', 'prose', 'schema']

/**
 * Weighs the calls of an open trial.
 * @param calls  those that have ended, in their order
 * @param formsLeft  those that were not asked for yet
 * @param isLast  whether no more calls can be made
 */
export function weighTrial(
  calls: readonly TrialCall[],
  [next]: readonly ReplyForm[],
  isLast = false,
): Weighed {
  const telling = calls.filter(({ cause }) => cause === null || !isTransient(cause))
  const places = agreedPositions(telling)
  const inForm = telling.filter((call) => call.inForm)
  const lost = inForm.flatMap(({ cause }) => (cause === null ? [] : [causeCode(cause)]))
  const read = inForm.length - lost.length
  if (places.length >= PAIRS_OF_TRIAL) {
    if (!isSamePlace(places)) return { state: 'passed' }
    if (places.length >= MAX_PAIRS || telling.length >= MAX_CALLS)
      return { state: 'failed', code: 'position' }
    if (!isLast) return { state: 'open', wanted: MAX_PAIRS - places.length }
  }
  const isMost = (codes: readonly string[]) => 2 * codes.length >= lost.length
  if (read === 0 && lost.length >= 2) {
    if (2 * lost.filter((code) => OF_FORM.has(code)).length > lost.length) {
      return next ? { state: 'next_form', form: next } : { state: 'failed', code: mostFrequent(lost) }
    }
    const isCut = isMost(lost.filter((code) => code === CUT)) && lost.length >= CUT_CALLS
    if (isCut || lost.length >= LOST_CALLS) return { state: 'failed', code: mostFrequent(lost) }
  }
  // a form that it holds now and then is not its form
  const unheld = lost.filter((code) => OF_FORM.has(code)).length
  if (next && inForm.length >= PAIRS_OF_TRIAL && 2 * unheld > inForm.length)
    return { state: 'next_form', form: next }
  if (isLast || inForm.length >= MAX_CALLS)
    return 3 * read >= inForm.length ? { state: 'passed' } : { state: 'failed', code: mostFrequent(lost) }
  // one pair alone shows whether the form can be read
  if (read === 0 && lost.every((code) => OF_FORM.has(code) || code === CUT))
    return { state: 'open', wanted: 1 }
  const wanted = read === 0 ? (LOST_CALLS - lost.length) / 2 : PAIRS_OF_TRIAL - places.length
  return { state: 'open', wanted: Math.max(1, Math.ceil(wanted)) }
}

/**
 * A judge that fails on a fifth of its requests fails on so many in a row once in 390,000 places. Only first replies
 * count: what is asked again has failed before.
 */
const MAX_UNREAD = 8
/**
 * A judge that refuses a fifth of the pairs, each by itself, refuses twelve in a row once in 240 million places; one that
 * refuses half of them does so in 11 % of runs of 1,000 pairs.
 */
const MAX_REFUSED = 12
/**
 * So many of the latest pairs at one place stop a judge. One that names the first place on three of four pairs, as between
 * near equals, does so on 38 of 40 once in a thousand windows, one at 60 % never in a run.
 */
export const WATCHED_PAIRS = 40
const MAX_IN_ONE_PLACE = 38

/**
 * Weighs the latest calls of a judge that has passed its trial.
 * @param calls  those that have ended, in their order
 * @param areAll  whether no calls were before them
 * @returns why the judge is stopped; null: it goes on
 */
export function whyNoLonger(calls: readonly TrialCall[], areAll: boolean): string | null {
  const firsts = calls
    .filter(({ isFirst, cause }) => isFirst && (cause === null || !isTransient(cause)))
    .map(({ cause, judgement }) => ({ judgement, code: cause === null ? null : causeCode(cause) }))
  const refused = firsts.slice(-2 * MAX_REFUSED).filter(({ code }) => code === REFUSED)
  // where refused ones are tried again, they alone are asked
  const areNew = new Set(refused.map(({ judgement }) => judgement)).size >= MAX_REFUSED
  if (refused.length === 2 * MAX_REFUSED && areNew) return REFUSED
  const unread = firsts
    .slice(-MAX_UNREAD)
    .flatMap(({ code }) => (code !== null && (OF_FORM.has(code) || code === CUT) ? [code] : []))
  if (unread.length === MAX_UNREAD) return mostFrequent(unread)
  const places = agreedPositions(calls).slice(-WATCHED_PAIRS)
  if (areAll && places.length >= MAX_PAIRS && isSamePlace(places)) return 'position'
  return modalPositionCount(places) >= MAX_IN_ONE_PLACE ? 'position' : null
}

/** How many pairs name the place that most of them name. */
export const modalPositionCount = (places: readonly (string | null)[]): number =>
  Math.max(
    0,
    ...[...Map.groupBy(places, (place) => place)].map(([place, all]) => (place === null ? 0 : all.length)),
  )

const isSamePlace = (places: readonly (string | null)[]) => places[0] !== null && new Set(places).size === 1

const mostFrequent = (codes: readonly string[]): string =>
  [...Map.groupBy(codes, (code) => code)].toSorted(([, a], [, b]) => b.length - a.length)[0]![0]

/** Of each judgement with verdicts in both orders: the place that both name, or null. In the order of the later call. */
export function agreedPositions(calls: readonly Pick<TrialCall, 'judgement' | 'shown' | 'verdicts'>[]) {
  const read = new Map<string, { first?: Verdicts; second?: Verdicts }>()
  const places: (string | null)[] = []
  for (const { judgement, shown, verdicts } of calls) {
    if (!verdicts) continue
    const orders = { ...read.get(judgement), [shown]: verdicts }
    read.set(judgement, orders)
    if (orders.first && orders.second) places.push(placeNamed(orders.first, orders.second))
  }
  return places
}

/**
 * The place that both orders name, `first` or `second`, or the order of places of a ranking. Null: a criterion has one answer in
 * both orders, or a tie in each.
 */
export function placeNamed(first: Verdicts, second: Verdicts): string | null {
  const named = Object.keys(first).map((criterion) => {
    const place = placeIn(first[criterion])
    return place === placeIn(second[criterion]) ? place : 'differs'
  })
  const places = new Set(named.filter((place) => place !== null))
  return places.size === 1 && !places.has('differs') ? [...places][0]! : null
}

/** What a verdict says of the places that were shown; null: nothing, it is a tie. */
function placeIn(verdict: Verdict | undefined): string | null {
  if (!verdict) return null
  if ('order' in verdict) return verdict.order.length > 1 ? JSON.stringify(verdict.order) : null
  return verdict.verdict === 'first' || verdict.verdict === 'second' ? verdict.verdict : null
}
