import { list, percent } from './figures.ts'

/** What a judge may prefer. */
export type Preferred = 'longer' | 'own_family'

const PREFERRED: Record<Preferred, string> = {
  longer: 'the longer of two answers',
  own_family: 'answers of its own family',
}

/** What a reader should know of one judge. */
export const judgeFindings = {
  judge_decided_none: ({ undecided }: { undecided: number }) =>
    `It agrees with humans too rarely: it decided none of the ${undecided} pairs that they decided.`,
  judge_agrees_too_rarely: (values: { share: number; pairs: number; asked: number }) =>
    `It agrees with humans too rarely: ${percent(values.share)} of the ${values.pairs} pairs that both decided, where ${percent(values.asked)} are asked.`,
  judge_prefers_place: (values: { place: 'first' | 'second'; share: number; showings: number }) =>
    `It prefers the answer shown ${values.place}: ${percent(values.share)} of the ${values.showings} requests with a winner.`,
  judge_prefers: (values: { what: Preferred; share: number; of: number }) =>
    `It picks ${PREFERRED[values.what]} in ${percent(values.share)} of ${values.of}. Too few humans voted on these pairs to say whether that is right.`,
  judge_prefers_more: (values: { what: Preferred; share: number; of: number; humans: number }) =>
    `It picks ${PREFERRED[values.what]} in ${percent(values.share)} of ${values.of}, humans on the same pairs in ${percent(values.humans)}.`,
  judge_inconsistent: ({ share, of }: { share: number; of: number }) =>
    `It often changes its verdict when the answers swap places: consistent in ${percent(share)} of ${of}.`,
  judge_drifted: (values: {
    measure: 'decisive' | 'consistency'
    before: string
    period: string
    from: number
    to: number
  }) =>
    `${values.measure === 'decisive' ? 'Agreement with humans' : 'Consistency'} went from ${percent(values.from)} in ${values.before} to ${percent(values.to)} in ${values.period}.`,
  judge_tells_control: (values: { contestant: string; control: string; wins: number; losses: number }) =>
    `It tells ${values.contestant} from ${values.control}, which is the same again: ${values.wins} won, ${values.losses} lost.`,
  judge_of_family: ({ contestants }: { contestants: readonly string[] }) =>
    `It is of the same model family as ${list(contestants)}, and may favour it.`,
  judge_due: ({ measuredAt, days }: { measuredAt: string; days: number }) =>
    `It was measured on ${measuredAt}, longer than ${days} days ago: vote on pairs that it judged since.`,
}
