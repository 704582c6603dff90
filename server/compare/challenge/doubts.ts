/** What speaks against resting much on a climb: how much of it may be chance, and what is missing. */
import type { ClimbAttempt, ClimbOverfit, ClimbWarning } from '../../../shared/contracts/index.ts'
import { chanceOfAny, chanceOfPassing } from '../../../shared/stats/internal.ts'
import { MOST_MISSING } from './weigh.ts'

/** Above it, a climb is more likely than not to have promoted one that is no better, if all were equal. */
const LIKELY = 0.5

/**
 * Each attempt by the true size of its own gate; attempts on the same references count as independent, which is an upper
 * bound where they hang together. The hold-out by itself, by the looks at it that decided something.
 * @param attempts  on references that count now
 * @param beside  on what is held out now
 */
export function overfitOf(
  attempts: readonly ClimbAttempt[],
  beside: readonly ClimbAttempt[],
): ClimbOverfit | null {
  const challenges = attempts.filter(({ kind }) => kind === 'challenge')
  if (challenges.length === 0) return null
  const chance = chanceOfAny(challenges.map((one) => chanceOfPassing(one, one.gate)))
  const looked = beside.filter(({ kind, holdOut }) => kind === 'challenge' && holdOut !== null)
  const gated = looked.filter(({ gate }) => gate.holdOut)
  const passing = chanceOfAny(gated.map((one) => chanceOfPassing(one.holdOut!, { ...one.gate, alpha: 1 })))
  return {
    attempts: challenges.length,
    chance,
    likely: chance > LIKELY,
    holdOut:
      looked.length === 0
        ? null
        : {
            looks: looked.length,
            gating: gated.length,
            chance: passing,
            // once is what it was held out for
            likely: gated.length > 1 && passing > LIKELY,
          },
  }
}

const percent = (share: number) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`

/** @param about  the attempt that is looked at */
export function warningsAbout(
  attempts: readonly ClimbAttempt[],
  about: ClimbAttempt | undefined,
  overfit: ClimbOverfit | null,
): ClimbWarning[] {
  const again = attempts.find(({ kind, epoch }) => kind === 'again' && epoch === about?.epoch)
  return [
    ...overfitWarnings(overfit),
    ...(again?.verdict === 'do_not_promote' ? [notConfirmed(again)] : []),
    ...(about ? warningsAboutResults(about) : []),
  ]
}

function overfitWarnings(overfit: ClimbOverfit | null): ClimbWarning[] {
  const warnings: ClimbWarning[] = []
  if (overfit?.likely)
    warnings.push({
      code: 'overfit',
      message: `${overfit.attempts} challenges were held against these references: if none was any better, at least one would have passed with a chance of ${percent(overfit.chance)}. Add new references, or hold some out with --hold-out.`,
    })
  const holdOut = overfit?.holdOut
  if (holdOut?.likely)
    warnings.push({
      code: 'hold_out_overfit',
      message: `The hold-out has decided ${holdOut.gating} times: if nobody was any better there, at least one would have passed it with a chance of ${percent(holdOut.chance)}. Hold other prompts out.`,
    })
  return warnings
}

const notConfirmed = ({ epoch, challenger, incumbent, winRate }: ClimbAttempt): ClimbWarning => ({
  code: 'promotion_not_confirmed',
  message: `Judged again in epoch ${epoch}, ${challenger} does not pass against its predecessor ${incumbent} (win rate ${winRate === null ? 'unknown' : percent(winRate)}).`,
})

function warningsAboutResults({
  challenger,
  total,
  unanswered,
  failed,
  missing,
  gate,
}: ClimbAttempt): ClimbWarning[] {
  const warnings: ClimbWarning[] = []
  const references = total + failed + missing
  if (unanswered > 0)
    warnings.push({
      code: 'unanswered',
      message: `${challenger} has no answer to ${unanswered} of ${references} prompts; what is not answered counts as lost.`,
    })
  if (failed + missing > 0)
    warnings.push({
      code: 'results_missing',
      message: `${failed + missing} of ${references} references have no result (${failed} without a readable verdict, ${missing} without an answer of the incumbent). Nobody is promoted where more than ${percent(MOST_MISSING)} have none.`,
    })
  if (chanceOfPassing({ wins: total, losses: 0, ties: 0 }, gate) === 0)
    warnings.push({
      code: 'out_of_reach',
      message: `With ${total} results no challenger can pass alpha ${gate.alpha}, not even by winning all. Add references.`,
    })
  return warnings
}
