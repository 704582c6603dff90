import { countWithNoun, finePercent, levelPercent } from './phrases.ts'

/** Warnings of a climb and of an attempt. */
export const climbs = {
  climb_overfit: ({ attempts, chance }: { attempts: number; chance: number }) =>
    `${countWithNoun(attempts, 'challenge was', 'challenges were')} judged on these references. If no challenger were better, the chance of at least one pass by luck would be ${finePercent(chance)}. Add new references, or hold some out.`,
  hold_out_overfit: ({ times, chance }: { times: number; chance: number }) =>
    `The hold-out has decided ${countWithNoun(times, 'time')}. If no challenger were better, the chance of at least one pass by luck would be ${finePercent(chance)}. Hold out other prompts.`,
  promotion_not_confirmed: (values: {
    epoch: number
    challenger: string
    incumbent: string
    winRate: number | null
  }) =>
    `Judged again in epoch ${values.epoch}, ${values.challenger} does not pass the gate against its predecessor ${values.incumbent} (win rate ${values.winRate === null ? 'unknown' : finePercent(values.winRate)}).`,
  references_unanswered: (values: { challenger: string; unanswered: number; references: number }) =>
    `${values.challenger} has no answer to ${values.unanswered} of ${countWithNoun(values.references, 'prompt')}; unanswered prompts count as lost.`,
  references_without_result: (values: {
    failed: number
    missing: number
    references: number
    mostMissing: number
  }) =>
    `${values.failed + values.missing} of ${values.references} references have no result (${values.failed} without a readable verdict, ${values.missing} without an answer of the incumbent). No challenger is promoted if more than ${finePercent(values.mostMissing)} have none.`,
  alpha_out_of_reach: ({ results, alpha }: { results: number; alpha: number }) =>
    `With ${countWithNoun(results, 'result')} no challenger can pass the test at ${levelPercent(alpha)}, even by winning all of them. Add references.`,
  level_of_attempt: (values: { place: number; alpha: number; epochAlpha: number; spent: number }) =>
    `Attempt ${values.place} of this epoch is tested at ${levelPercent(values.alpha)}. All attempts together promote falsely at most ${levelPercent(values.epochAlpha)} of the time; ${levelPercent(values.spent)} spent so far.`,
  level_requested: ({ place, alpha }: { place: number; alpha: number }) =>
    `Attempt ${place} of this epoch is ${alpha === 1 ? 'decided without a test' : `tested at a level of its own, ${levelPercent(alpha)}`}. How often all attempts together promote falsely is not limited.`,
  incumbent_named: 'The incumbent was {was}. You named {is}, so this attempt is against {is}.',
} as const
