import { list } from './phrases.ts'

/** Who cast votes. */
export type VotesBy = 'human' | 'judge' | 'result' | 'simulated' | 'live'

const BY: Record<VotesBy, string> = {
  human: 'people',
  judge: 'judges',
  result: 'recorded results',
  simulated: 'simulated',
  live: 'live battles',
}

/** Why two contestants cannot be compared. */
export const comparisons = {
  compared_with_itself: '{name} cannot be compared with itself: name two contestants.',
  no_votes_on: ({
    source,
    own,
    other,
    under,
    instead,
  }: {
    source: string
    own: string
    other: string
    under: readonly string[]
    instead: string
  }) =>
    `There are no votes of ${source} on ${own} and ${other}${under.length > 0 ? ` under ${list(under)}` : ''}. ${instead}`,
  votes_under: 'There are votes under {criteria}.',
  votes_elsewhere: 'Other sources have votes: {sources}. Choose one of them, or collect votes first.',
  votes_by: ({ source, votes }: { source: VotesBy; votes: number }) => `${BY[source]} ${votes}`,
  no_prompt_in_common:
    'No prompt has answers of both, so nothing can be compared. Give {own} and {other} answers to the same prompts (run or import), or import votes on the two.',
  never_met: 'Import votes on the two, have them judged (deadheat judge {arena}), or let people vote.',
  nothing_known_of: ({ arena, of }: { arena: string; of: 'cost' | 'latency' }) =>
    `No prompt of arena "${arena}" has answers of both with a known ${of}. Import the answers with a column ${of === 'cost' ? 'costUsd' : 'latencyMs'}, or remove the limit on ${of} (${of === 'cost' ? 'maxCostRatio' : 'maxLatencyRatio'} in the gate).`,
  held_unmeasured: ({ judges, arena }: { judges: readonly string[]; arena: string }) =>
    `The votes pass the gate, but it asks for measured judges (judge: measured), and ${list(judges)} ${judges.length === 1 ? 'is' : 'are'} not calibrated here. Import people's votes on pairs that the judges judged, and see what is missing: deadheat calibrate ${arena}`,
  held_together:
    'The votes would decide, but people and judges count together here. Compare the votes of either alone: --source people or --source judges.',
  held_by_family:
    'The votes decide for {winner}, but not without {judges}, of the same model family. Let judges of other families judge more, or let people vote.',
  held_by_family_alone:
    'The votes decide for {winner}, but all are of {judges}, of the same model family. Add a judge of another family, or let people vote.',
  gate_without_significance:
    '--judge continues until the result is significant, but the {preset} gate has no significance level. Give it one (--alpha 0.05), choose another preset, or judge everything first (deadheat judge).',
} as const
