import { countWithNoun, figure, list } from './phrases.ts'

/** A cause of failed calls and its count. */
export interface CountedCause {
  cause: string
  count: number
}

const countedUnits = (count: number, unit: 'prompt' | 'group' | 'voter'): string =>
  unit === 'group'
    ? countWithNoun(count, 'group of prompts', 'groups of prompts')
    : countWithNoun(count, unit)

/** Why a stopped judge is not shown, by the code of its stop. */
const NOT_SHOWN: Partial<Record<string, string>> = {
  position: 'decides by position',
  refusal: 'refuses',
  unreadable: 'cannot be read',
  empty: 'cannot be read',
  cut_off: 'cannot be read',
}

/** What a judge may favour. */
const PREFERRED: Readonly<Record<string, string>> = {
  first: 'the answer shown first',
  second: 'the answer shown second',
  longer: 'longer answers',
  own_family: 'its own model family',
}

const leftOut =
  (counted: (count: number) => string) =>
  ({ count, reasons, more }: { count: number; reasons: readonly string[]; more: number }) =>
    `${counted(count)} ${count === 1 ? 'was' : 'were'} left out (${reasons.join('; ')}${more > 0 ? `; and ${more} other reasons` : ''}).`

/** Warnings of a board or a comparison. */
export const warnings = {
  no_votes: 'This view has no votes, so nobody is rated.',
  not_converged:
    'The fit stopped after {iterations} iterations without converging; do not rely on these ratings.',
  anchor_not_rated: '{name} has no rating, so it cannot anchor the scale. The scale stays centred on 1000.',
  lack_of_fit:
    'The votes do not fit one strength for each contestant. Some pairs differ from what all other votes predict, by more than chance. Read ratings as averages.',
  one_sided_failures:
    'Judgements or answers of {name} failed more often than those of the others. What failed may be what it would have lost, so its rating may be too high. Judge again with --retry-failed, or leave out prompts without an answer.',
  busy_voter: ({ votes, of, percent }: { votes: number; of: number; percent: number }) =>
    `One voter cast ${figure(votes)} of the ${figure(of)} votes. They have ${percent} % of the weight, since each further vote of a voter counts less.`,
  few_rounds:
    '{rounds} bootstrap rounds are too few for stable intervals; use at least {fewest}, usually 1000.',
  many_contestants: ({ most }: { most: number }) =>
    `More than ${figure(most)} contestants are rated. There are no intervals for so many, so nothing is declared.`,
  few_units: (values: { units: number; unit: 'prompt' | 'group' | 'voter'; fewest: number }) =>
    `Only ${countedUnits(values.units, values.unit)}. With fewer than ${values.fewest}, intervals are long and may miss rare results.`,
  uneven_units: (values: {
    units: number
    unit: 'both' | 'prompt' | 'group' | 'voter'
    worth: number
    fewest: number
  }) =>
    `Most votes are ${values.unit === 'both' ? 'on or by' : values.unit === 'voter' ? 'by' : 'on'} a few ${values.unit === 'both' ? 'prompts or voters' : `of ${countedUnits(values.units, values.unit)}`}, which count as ${values.worth}. With fewer than ${values.fewest}, intervals are long and may miss rare results.`,
  few_units_under: (values: { criteria: readonly string[]; fewest: number; isGrouped: boolean }) =>
    `Fewer than ${values.fewest} ${values.isGrouped ? 'groups of prompts' : 'prompts'} or voters carry the votes under ${list(values.criteria)}: intervals are rough.`,
  speaks_for_few: ({ voters }: { voters: number }) =>
    `Most votes are by ${countWithNoun(voters, 'person', 'people')}: the result speaks for them alone.`,
  no_vote_names_unit: ({ unit, column }: { unit: 'prompt' | 'voter'; column: string }) =>
    `No vote names its ${unit} (column ${column}), so each vote counts as independent: where votes share a ${unit}, the intervals are too narrow.`,
  some_votes_name_no_unit: (values: { unit: 'prompt' | 'voter'; column: string; count: number }) =>
    `${countWithNoun(values.count, 'vote')} ${values.count === 1 ? 'does' : 'do'} not name a ${values.unit} (column ${values.column}); each of them counts as independent.`,
  classic_intervals:
    'Classic intervals are only for comparison with other boards. Between equal contestants, they show false differences far more often than 5 % of the time.',
  elo_declares_nothing:
    'Online Elo, K = 4, in the order of the votes. Another order gives other ratings, and there are no intervals. Only bradley-terry names winners and places.',

  mixed_sources: "Humans' and judges' votes are counted together.",
  mixed_sources_in_file:
    'Votes of people and of judges are rated together; choose with --source people, judges or judge:NAME.',
  simulated: 'These votes were simulated by a program.',
  simulated_left_out: ({ count }: { count: number }) =>
    `${countWithNoun(count, 'simulated vote')} ${count === 1 ? 'was' : 'were'} left out: they are never rated with real ones (--source simulated rates them alone).`,
  live_left_out: ({ count }: { count: number }) =>
    `${countWithNoun(count, 'vote')} on visitors' own prompts ${count === 1 ? 'was' : 'were'} left out: --source live rates them.`,
  judges_not_measured: 'By judges not yet evaluated against humans: {judges}.',
  judges_by_chance: 'By a judge that has not shown yet what its evaluation requires: {judges}.',
  judges_uncalibrated: 'By a judge that failed its evaluation: {judges}.',
  judges_and_people: ({ judges }: { judges: readonly string[] }) =>
    `How far judges agree with people: ${judges.join('; ')}.`,
  judge_beside_people: (values: {
    judge: string
    agreed: number
    decided: number
    low: number
    high: number
    prefers: readonly string[]
  }) =>
    `${values.judge} on ${figure(values.agreed)} of ${countWithNoun(values.decided, 'pair')} (${values.low} to ${values.high} %)${values.prefers.length > 0 ? `, and it favours ${list(values.prefers.map((what) => PREFERRED[what] ?? what))}` : ''}`,
  judges_left_out_beside_people:
    'Left out, because only judges that passed their evaluation count beside people: {judges}.',
  judges_left_out: 'Left out, because they failed their evaluation: {judges}.',
  judge_not_shown: ({ judge, what }: { judge: string; what: string }) =>
    `Not shown: judge ${judge} ${NOT_SHOWN[what] ?? 'gave no verdicts'}.`,
  judge_not_measured: '{judge} (not evaluated yet)',
  judge_shows_too_little: (values: {
    judge: string
    hits: number
    pairs: number
    percentShown: number
    percentAsked: number
  }) =>
    `${values.judge} (${figure(values.hits)} of ${figure(values.pairs)} show at least ${values.percentShown} %, ${values.percentAsked} % are required)`,
  judge_undecided: '{judge} (decided none of the pairs that humans decided)',
  judge_agrees: (values: {
    judge: string
    agreed: number
    decided: number
    percentAsked: number
    since?: string
  }) =>
    `${values.judge} (agrees in ${figure(values.agreed)} of ${figure(values.decided)}${values.since ? ` since ${values.since}` : ''}, ${values.percentAsked} % are required)`,
  judge_decides_rarely: (values: { judge: string; agreed: number; pairs: number; percentAsked: number }) =>
    `${values.judge} (decides ${figure(values.agreed)} of ${figure(values.pairs)} pairs as humans do, ${values.percentAsked} % are required)`,
  judge_changes_with_order: (values: {
    judge: string
    consistent: number
    votes: number
    percentAsked: number
  }) =>
    `${values.judge} (keeps ${figure(values.consistent)} of ${figure(values.votes)} verdicts when the answers swap places, ${values.percentAsked} % are required)`,
  judge_does_not_repeat: (values: {
    judge: string
    day: string
    repeated: number
    pairs: number
    percentAsked: number
  }) =>
    `${values.judge} (asked again on ${values.day}, it repeated ${figure(Math.round(values.repeated))} of ${figure(values.pairs)} verdicts, ${values.percentAsked} % are required)`,
  judge_same_family: ({ judge, contestants }: { judge: string; contestants: readonly string[] }) =>
    `Judge ${judge} is of the same model family as ${list(contestants)}, and may favour ${contestants.length === 1 ? 'it' : 'them'}.`,
  failed_judgements: ({ count, causes }: { count: number; causes: readonly CountedCause[] }) =>
    `${countWithNoun(count, 'judgement')} failed and ${count === 1 ? 'does' : 'do'} not count: ${list(causes.map(({ cause, count: times }) => `${cause.replaceAll('_', ' ')} ${figure(times)}`))}.`,
  judge_versions: 'Votes of several versions of a judge are counted together: {judges}.',
  served_models:
    "Providers replaced the model behind a judge's name, and votes of both models are counted together: {judges}.",
  source_read: ({ judgements, of }: { judgements: number; of: number }) =>
    `In ${figure(judgements)} of ${countWithNoun(of, 'judgement')}, the judge read the source of a web page or SVG picture, without a picture of it. People saw it run.`,
  focused_draws:
    'Pairs of contestants that may still be first were drawn more often. The order below them is known less well than with uniform draws.',
  votes_left_out_by_checks: ({ votes }: { votes: number }) =>
    `${countWithNoun(votes, 'vote')} ${votes === 1 ? 'was' : 'were'} not requested from judges, because an answer failed a gating check. This board covers answers that pass. A comparison of two contestants counts the skipped pairs.`,

  no_significance_asked: 'This gate has no significance level: an equal contestant may pass by luck.',
  criteria_left_out: 'Not compared: {criteria}.',
  one_unanswered: (values: { own: string; other: string; prompts: number }) =>
    `${values.own} has no answer to ${countWithNoun(values.prompts, 'prompt')} that ${values.other} answered. These prompts do not count.`,
  both_unanswered: (values: { own: string; other: string; prompts: number; promptsOfOther: number }) =>
    `${values.own} has no answer to ${countWithNoun(values.prompts, 'prompt')} that ${values.other} answered, and ${values.other} has no answer to ${countWithNoun(values.promptsOfOther, 'prompt')} that ${values.own} answered. These prompts do not count.`,
  prompts_left_out_by_checks: (values: {
    own: string
    other: string
    prompts: number
    checks: readonly string[]
    lost: number
    won: number
    tied: number
  }) =>
    `On ${countWithNoun(values.prompts, 'prompt')} an answer failed a gating check (${list(values.checks)}), so judges skipped the pair. The checks decide: ${values.lost} lost (${values.own} failed), ${values.won} won (${values.other} failed), ${values.tied} tied (both failed).`,

  incomplete_judgement: ({ count }: { count: number }) =>
    `${countWithNoun(count, 'judgement')} ${count === 1 ? 'was' : 'were'} asked in one order only and left out, since the file has both orders of others (--orders separate counts every row).`,
  incomplete_judgement_in:
    '{file}: judgements asked in one order only do not count, because the file has both orders of others.',
  votes_over_cap: ({ count, percent }: { count: number; percent: number }) =>
    `${countWithNoun(count, 'vote')} ${count === 1 ? 'was' : 'were'} left out: one person may have at most ${percent} % of the votes.`,
  rows_left_out: leftOut((count) => countWithNoun(count, 'row')),
  elements_left_out: leftOut((count) => `${countWithNoun(count, 'element')} of the list`),
  reason_counted: ({
    wrong,
    count,
    there = [],
  }: {
    wrong: string
    count: number
    there?: readonly string[]
  }) => `${wrong}: ${count}${there.length > 0 ? ` (${there.join(', ')})` : ''}`,
  other_version:
    'The snapshot was made by deadheat {made}, and this is {own}. If the results differ, verify with version {made}.',
  other_method_version:
    'The board was made by version {made} of the statistics, and this is version {own}. Only its counts and its hash were compared.',
  decided_on_other_votes:
    'The votes of the decision are not the first ones of this file: some were taken back, set aside or added since. Its record could not be recomputed.',
  later_votes: ({ count }: { count: number }) =>
    `${countWithNoun(count, 'vote')} of the file ${count === 1 ? 'was' : 'were'} cast after the snapshot was computed. Export both at the same time.`,
  prompts_were_public:
    'For {count} of these prompts, everybody who finds the arena could read who answered what. Votes on them from now on may not be blind.',
} as const
