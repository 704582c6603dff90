import type { IssuedBattle, VoteReceipt } from '../../../../shared/contracts/battle.ts'
import type { Outcome } from '../../../../shared/contracts/votes.ts'
import { castVote, takeBack } from '../../api/battles.ts'
import { failureFrom, type Failure } from '../../api/failure.ts'
import { isChosen, NAMES_AT_ONCE, VotesToday } from '../../state/stored.ts'
import type { Flag } from './choices.ts'

/** A pair, and the vote on it once there is one. */
export interface Shown {
  pair: IssuedBattle
  receipt: VoteReceipt | null
  /** When the vote was acknowledged, milliseconds since 1970. */
  decidedAt: number
}

/** `open`: waits for a vote. `sending`: the vote is being sent. `decided`: it is recorded. `withdrawn`: it was taken back. */
export type Phase = 'drawing' | 'open' | 'sending' | 'decided' | 'withdrawn' | 'exhausted' | 'failed'

/** Failures after which this pair can never be voted on. */
const GONE = [
  'battle_expired',
  'battle_already_decided',
  'battle_withdrawn',
  'battle_unknown',
  'ticket_invalid',
  'proof_missing',
  'proof_invalid',
] as const satisfies Failure['code'][]

export type Gone = (typeof GONE)[number]

/** Loads the solver only in arenas that ask for proof of work. */
export const proofFor = async (puzzle: NonNullable<IssuedBattle['puzzle']>) =>
  (await import('./proof/solver.svelte.ts')).solver.proofFor(puzzle)

/** Whether the page is wider than the window, as under strong zoom. Then ← and → scroll and cast no vote. */
function scrollsSideways(): boolean {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth > clientWidth
}

/** Where a key was pressed that is for the page. Null: it is for a field, or scrolls something. */
export function pageTarget(event: KeyboardEvent): HTMLElement | null {
  if (event.repeat || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return null
  const target = event.target instanceof HTMLElement ? event.target : document.body
  if (target.closest('input, select, textarea, [contenteditable], pre, .scrolls, .maths, dialog')) return null
  return event.key.startsWith('Arrow') && scrollsSideways() ? null : target
}

/** The vote on one pair: sends it, shows the names, takes it back. What comes before and after is the page's own. */
export abstract class PairVote {
  phase = $state<Phase>('drawing')
  pair = $state.raw<IssuedBattle | null>(null)
  choice = $state<Outcome | null>(null)
  receipt = $state.raw<VoteReceipt | null>(null)
  failure = $state.raw<Failure | null>(null)
  reason = $state('')
  flags = $state<Flag[]>([])
  votesToday = $state(0)
  /** When the vote was acknowledged, milliseconds since 1970. */
  decidedAt = $state(0)
  /** Whether the vote was sent by itself, once the network was back. */
  sentLater = $state(false)

  /** By battle, the votes on this page whose names were shown. */
  readonly named = new Map<string, VoteReceipt>()

  readonly #today: VotesToday

  /** @param counted the name under which this browser counts the votes of a day */
  constructor(counted: string) {
    this.#today = new VotesToday(counted)
    this.votesToday = this.#today.read(new Date())
  }

  /** The pair to vote on, where a page asks for it with the vote. Null: there is none. */
  protected issued(): Promise<IssuedBattle | null> {
    return Promise.resolve(null)
  }

  /** Whether the names come with the vote, which is final then. */
  protected get isFinal(): boolean {
    return isChosen(NAMES_AT_ONCE)
  }

  /** Stores what a reload shows. */
  protected abstract keep(): void

  /** The vote can never be cast, for a reason other than the network. */
  protected abstract refused(failure: Failure, gone: Gone | null): Promise<void>

  /** Goes to what comes after this pair. */
  abstract next(): Promise<void>

  /** Sends the vote. If that fails, the choice stays, and the same call tries again. */
  async choose(outcome: Outcome): Promise<void> {
    if (this.phase !== 'open') return
    this.choice = outcome
    this.phase = 'sending'
    this.failure = null
    const reason = this.reason.trim()
    const final = this.isFinal
    try {
      this.pair ??= await this.issued()
      const { pair } = this
      if (!pair) return
      const proof = pair.puzzle && (await proofFor(pair.puzzle))
      if (this.pair !== pair) return
      this.receipt = await castVote(pair.battle.id, {
        ticket: pair.ticket,
        outcome,
        ...(proof && { proof }),
        ...(final && { final }),
        ...(reason && { reason }),
        ...(this.flags.length > 0 && { flags: [...this.flags] }),
      })
      this.keepNames()
      this.votesToday = this.#today.add(1, new Date())
      this.decidedAt = Date.now()
      this.phase = 'decided'
      this.keep()
    } catch (error) {
      await this.#notSent(failureFrom(error))
    }
  }

  async #notSent(failure: Failure): Promise<void> {
    const gone = GONE.find((code) => code === failure.code) ?? null
    if (gone || failure.code === 'link_invalid' || failure.code === 'voting_closed')
      return this.refused(failure, gone)
    this.failure = failure
    this.phase = 'open'
  }

  /** Sends a choice that could not be sent without a network. */
  async online(): Promise<void> {
    if (!this.waits || this.choice === null) return
    await this.choose(this.choice)
    this.sentLater = this.phase === 'decided'
  }

  /** Whether the last request failed for want of a network. */
  protected get waits(): boolean {
    return this.failure?.code === 'offline' || this.failure?.code === 'unreachable'
  }

  /**
   * Loads the names of the pair just voted on.
   * @param final makes the vote final, which shows the names at once
   */
  async showNames(final: boolean): Promise<void> {
    const { pair, receipt } = this
    if (this.phase !== 'decided' || !pair || !receipt) return
    try {
      const { ticket, battle } = pair
      const named = await castVote(battle.id, { ticket, outcome: receipt.outcome, ...(final && { final }) })
      if (this.receipt !== receipt) return
      this.receipt = named
      this.keepNames()
      this.keep()
      this.failure = null
    } catch (error) {
      if (this.receipt === receipt) this.failure = failureFrom(error)
    }
  }

  async takeBack(): Promise<void> {
    if (this.phase !== 'decided' || !this.pair) return
    try {
      await takeBack(this.pair.battle.id, this.pair.ticket)
      this.named.delete(this.pair.battle.id)
      this.votesToday = this.#today.add(-1, new Date())
      this.failure = null
      this.phase = 'withdrawn'
      this.keep()
    } catch (error) {
      this.failure = failureFrom(error)
    }
  }

  protected keepNames(): void {
    if (this.receipt?.names === 'shown') this.named.set(this.receipt.battle, this.receipt)
  }

  /** Shows a pair without a vote. */
  protected open(pair: IssuedBattle | null): void {
    this.pair = pair
    this.choice = null
    this.receipt = null
    this.reason = ''
    this.flags = []
    this.sentLater = false
    this.phase = 'open'
    if (pair?.puzzle) void proofFor(pair.puzzle).catch(() => undefined)
    this.keep()
  }

  /** Shows a pair with its vote. */
  protected showDecided({ pair, receipt, decidedAt }: Shown): void {
    this.pair = pair
    this.choice = receipt!.outcome
    this.receipt = receipt
    this.decidedAt = decidedAt
    this.sentLater = false
    this.phase = 'decided'
    this.keepNames()
    this.keep()
  }
}
