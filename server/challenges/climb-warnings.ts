/** Reasons to be careful with a climb: how likely chance explains it, and what is missing. */
import type { ClimbAttempt, ClimbOverfit, ClimbWarning } from '../../shared/contracts/index.ts'
import { msg, warning } from '../../shared/messages/index.ts'
import { chanceOfAny, chanceOfPassing } from '../../shared/stats/internal.ts'
import { MOST_MISSING } from './gate-results.ts'

/** Above this chance, a climb of equal contestants would more likely than not have promoted one. */
const LIKELY = 0.5

/**
 * The chance that any attempt passed although all contestants are equal. Each attempt counts with the exact size of
 * its gate. Attempts on the same references count as independent, which is an upper bound if they are positively
 * dependent. For the hold-out, only looks that decided something count.
 * @param attempts on references like the current ones
 * @param heldOutAttempts the looks at held-out references like the current ones
 */
export function overfitOf(
  attempts: readonly ClimbAttempt[],
  heldOutAttempts: readonly ClimbAttempt[],
): ClimbOverfit | null {
  const challenges = attempts.filter(({ kind }) => kind === 'challenge')
  if (challenges.length === 0) return null
  const chance = chanceOfAny(challenges.map((one) => chanceOfPassing(one, one.gate)))
  const looked = heldOutAttempts.filter(({ kind, holdOut }) => kind === 'challenge' && holdOut !== null)
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
            // the first look is what the prompts were held out for
            likely: gated.length > 1 && passing > LIKELY,
          },
  }
}

/** @param about  the attempt to describe */
export function climbWarnings(
  attempts: readonly ClimbAttempt[],
  about: ClimbAttempt | undefined,
  overfit: ClimbOverfit | null,
): ClimbWarning[] {
  const again = attempts.find(({ kind, epoch }) => kind === 'again' && epoch === about?.epoch)
  return [
    ...overfitWarnings(overfit),
    ...(again?.verdict === 'do_not_promote' ? [notConfirmed(again)] : []),
    ...(about ? resultWarnings(about) : []),
  ]
}

function overfitWarnings(overfit: ClimbOverfit | null): ClimbWarning[] {
  const warnings: ClimbWarning[] = []
  if (overfit?.likely)
    warnings.push(
      warning(msg('climb_overfit', { attempts: overfit.attempts, chance: overfit.chance }), {
        kind: 'overfit',
      }),
    )
  const holdOut = overfit?.holdOut
  if (holdOut?.likely)
    warnings.push(warning(msg('hold_out_overfit', { times: holdOut.gating, chance: holdOut.chance })))
  return warnings
}

const notConfirmed = ({ epoch, challenger, incumbent, winRate }: ClimbAttempt): ClimbWarning =>
  warning(msg('promotion_not_confirmed', { epoch, challenger, incumbent, winRate }))

function resultWarnings({
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
    warnings.push(
      warning(msg('references_unanswered', { challenger, unanswered, references }), { kind: 'unanswered' }),
    )
  if (failed + missing > 0)
    warnings.push(
      warning(msg('references_without_result', { failed, missing, references, mostMissing: MOST_MISSING }), {
        kind: 'results_missing',
      }),
    )
  if (chanceOfPassing({ wins: total, losses: 0, ties: 0 }, gate) === 0)
    warnings.push(
      warning(msg('alpha_out_of_reach', { results: total, alpha: gate.alpha }), { kind: 'out_of_reach' }),
    )
  return warnings
}
