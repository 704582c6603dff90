import { counted, list, percent } from './figures.ts'

/** Kinds of answers that a judge may prefer. */
export type Preferred = 'longer' | 'own_family'

const PREFERRED: Record<Preferred, string> = {
  longer: 'the longer of two answers',
  own_family: 'answers of its own family',
}

/** What a reader should know of one judge. */
export const judgeFindings = {
  judge_decided_none: ({ undecided }: { undecided: number }) =>
    `It agrees with humans too rarely: it decided none of the ${undecided} pairs that they decided.`,
  judge_agrees_too_rarely: (values: {
    share: number
    pairs: number
    asked: number
    since?: string | null
    until?: string
  }) =>
    `It agrees with humans too rarely: ${percent(values.share)} of the ${values.pairs} pairs that both decided${values.since ? ` since ${values.since}` : ''}${values.until ? ` until ${values.until}` : ''}; ${percent(values.asked)} are required.`,
  judge_decides_too_rarely: ({ share, pairs, asked }: { share: number; pairs: number; asked: number }) =>
    `It agrees with humans too rarely: it decided as they did on ${percent(share)} of the ${pairs} pairs that they decided; ${percent(asked)} are required.`,
  judge_orders_differ: ({ share, of, asked }: { share: number; of: number; asked: number }) =>
    `It changes its verdict too often when the answers swap places: consistent in ${percent(share)} of ${of} pairs; ${percent(asked)} are required.`,
  judge_contradicts_itself: (values: {
    day: string
    share: number
    pairs: number
    asked: number
    decided: number
    required: number
  }) =>
    `It no longer agrees with itself: when it was asked again on ${values.day}, it repeated ${percent(values.share)} of ${values.pairs} verdicts; ${percent(values.asked)} are required. So only pairs that it judged later say how good it is now. Of these, ${counted(values.decided, 'pair')} ${values.decided === 1 ? 'was' : 'were'} decided by both; ${values.required} are required.`,
  judge_unmeasured_since: ({ since, pairs, required }: { since: string; pairs: number; required: number }) =>
    `It became worse in ${since}, so earlier pairs say nothing about it now. ${counted(pairs, 'pair')} since then ${pairs === 1 ? 'was' : 'were'} decided by both; ${required} are required.`,
  judge_served_anew: ({ before, now, since }: { before: string; now: string; since: string }) =>
    `Its provider serves ${now} since ${since}, and served ${before} before. Trust in it follows only pairs that ${now} judged.`,
  judge_prefers_place: (values: { place: 'first' | 'second'; share: number; showings: number }) =>
    `It prefers the answer shown ${values.place}: ${percent(values.share)} of the ${values.showings} requests with a winner.`,
  judge_prefers: (values: { what: Preferred; share: number; of: number }) =>
    `It picks ${PREFERRED[values.what]} in ${percent(values.share)} of ${values.of} pairs. Too few humans voted on these pairs to say whether that is right.`,
  judge_prefers_more: (values: { what: Preferred; share: number; of: number; humans: number }) =>
    `It picks ${PREFERRED[values.what]} in ${percent(values.share)} of ${values.of} pairs; humans do so in ${percent(values.humans)} of the same pairs.`,
  judge_inconsistent: ({ share, of }: { share: number; of: number }) =>
    `It often changes its verdict when the answers swap places: consistent in ${percent(share)} of ${of} pairs.`,
  judge_drifted: (values: {
    measure: 'decisive' | 'consistency'
    before: string
    period: string
    from: number
    to: number
  }) =>
    `${values.measure === 'decisive' ? 'Agreement with humans' : 'Consistency'} went from ${percent(values.from)} in ${values.before} to ${percent(values.to)} in ${values.period}.`,
  judge_tells_control: (values: { contestant: string; control: string; wins: number; losses: number }) =>
    `It distinguishes ${values.contestant} from its control ${values.control}, which has the same settings: ${values.wins} won, ${values.losses} lost.`,
  judge_of_family: ({ contestants }: { contestants: readonly string[] }) =>
    `It is of the same model family as ${list(contestants)}, and may favour ${contestants.length === 1 ? 'it' : 'them'}.`,
  judge_was_addressed: ({ judgements }: { judgements: number }) =>
    `${judgements} of its judgements showed an answer that speaks to the judge. They count: look at them before you trust it.`,
  judge_due: ({ measuredAt, days }: { measuredAt: string; days: number }) =>
    `It was last measured on ${measuredAt}, more than ${days} days ago: vote on pairs that it has judged since.`,
}
