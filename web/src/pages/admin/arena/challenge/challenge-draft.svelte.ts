import type { ChallengeProgress, ChallengeBody, HoldOut } from '../../../../../../shared/contracts/climb.ts'

/** The form values of a new challenge. An empty field keeps the value of the epoch before. */
export class ChallengeDraft {
  incumbent = $state('')
  challenger = $state('')
  minWinRate = $state<number | null>(0.5)
  /** Null: the share of the level of the epoch. */
  alpha = $state<number | null>(null)
  budgetUsd = $state<number | null>(null)
  judge = $state('')
  criterion = $state('')
  holdOut = $state<'before' | 'none' | 'share' | 'categories' | 'prompts'>('before')
  share = $state<number | null>(0.25)
  seed = $state<number | null>(1)
  /** Categories or ids, separated by commas. */
  names = $state('')
  requireHoldOut = $state(false)

  /** Fills the form with the settings of an earlier challenge. */
  resume({ incumbent, challenger, gate }: ChallengeProgress): void {
    const alpha = gate.epochAlpha === undefined ? gate.alpha : null
    Object.assign(this, { incumbent, challenger, minWinRate: gate.minWinRate, alpha })
    this.requireHoldOut = gate.holdOut
  }

  /** The request body. */
  toRequest(): ChallengeBody {
    const { minWinRate, alpha, budgetUsd, requireHoldOut } = this
    const [judge, criterion] = [this.judge.trim(), this.criterion.trim()]
    const holdOut = this.#heldOut()
    return {
      incumbent: this.incumbent,
      challenger: this.challenger,
      ...(judge && { judge }),
      ...(criterion && { criterion }),
      ...(minWinRate !== null && { minWinRate }),
      ...(alpha !== null && { alpha }),
      ...(holdOut !== undefined && { holdOut }),
      // without a hold-out there is no hold-out setting to send
      ...(requireHoldOut && this.holdOut !== 'none' && { requireHoldOut }),
      ...(budgetUsd !== null && { budgetUsd }),
    }
  }

  #heldOut(): HoldOut | null | undefined {
    const names = this.names.split(',').flatMap((name) => name.trim() || [])
    if (this.holdOut === 'before') return undefined
    if (this.holdOut === 'none') return null
    if (this.holdOut === 'categories') return { categories: names }
    if (this.holdOut === 'prompts') return { prompts: names }
    return { share: this.share ?? 0, seed: this.seed ?? 1 }
  }
}
