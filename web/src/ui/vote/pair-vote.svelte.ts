import type { IssuedBattle, Reveal, VoteReceipt } from '../../../../shared/contracts/battle.ts'
import type { Outcome } from '../../../../shared/contracts/votes.ts'
import { castVote, revealNames } from '../../api/battles.ts'
import { toFailure, type Failure } from '../../api/failure.ts'
import { VotesToday } from '../../state/stored.ts'

/** A pair, and the vote on it once there is one. */
export interface VotedPair {
  pair: IssuedBattle
  receipt: VoteReceipt | null
  /** The names behind the answers, once they were shown. */
  names: Reveal | null
}

/** `open`: waits for a choice, perhaps for another one. `sending`: the choice is being sent. `decided`: it is recorded. */
export type Phase = 'drawing' | 'open' | 'sending' | 'decided' | 'exhausted' | 'failed'

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

export type PairFailure = (typeof GONE)[number]

/** Loads the solver only in arenas that ask for proof of work. */
export const solvePuzzle = async (puzzle: NonNullable<IssuedBattle['puzzle']>) =>
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

/** The vote on one pair: sends it, changes it, shows the names. What comes before and after is the page's own. */
export abstract class PairVote {
  phase = $state<Phase>('drawing')
  pair = $state.raw<IssuedBattle | null>(null)
  choice = $state<Outcome | null>(null)
  receipt = $state.raw<VoteReceipt | null>(null)
  names = $state.raw<Reveal | null>(null)
  failure = $state.raw<Failure | null>(null)
  reason = $state('')
  /** Votes on this page. */
  votes = $state(0)

  /** When the pair was shown, or shown again after a reload. */
  #openedAt = performance.now()
  readonly #today: VotesToday

  /** @param counted the name under which this browser counts the votes of a day */
  constructor(counted: string) {
    this.#today = new VotesToday(counted)
  }
  /** Whether the vote was sent by itself, once the network was back. */
  sentLater = $state(false)

  /** The pair to vote on, where a page asks for it with the vote. Null: there is none. */
  protected issued(): Promise<IssuedBattle | null> {
    return Promise.resolve(null)
  }

  /** Stores what a reload shows. */
  protected abstract save(): void

  /** The vote can never be cast, for a reason other than the network. */
  protected abstract refused(failure: Failure, gone: PairFailure | null): Promise<void>

  /** Goes to what comes after this pair. */
  abstract next(): Promise<void>

  /** Sends the vote. If that fails, the choice stays, and the same call tries again. */
  async choose(outcome: Outcome): Promise<void> {
    if (this.phase !== 'open') return
    this.choice = outcome
    this.phase = 'sending'
    this.failure = null
    const reason = this.reason.trim()
    try {
      this.pair ??= await this.issued()
      const { pair } = this
      if (!pair) return
      const proof = pair.puzzle && (await solvePuzzle(pair.puzzle))
      if (this.pair !== pair) return
      const isFirst = this.receipt === null
      const receipt = await castVote(pair.battle.id, {
        ticket: pair.ticket,
        outcome,
        ...(proof && { proof }),
        seconds: Math.round((performance.now() - this.#openedAt) / 100) / 10,
        ...(reason && { reason }),
      })
      // the voter has gone on meanwhile
      if (this.pair !== pair) return
      this.receipt = receipt
      if (isFirst) {
        this.votes++
        this.#today.add(new Date())
      }
      this.phase = 'decided'
      this.save()
    } catch (error) {
      // nobody waits for it on another pair
      if (this.choice === outcome) await this.#notSent(toFailure(error))
    }
  }

  async #notSent(failure: Failure): Promise<void> {
    const gone = GONE.find((code) => code === failure.code) ?? null
    if (gone && this.receipt) {
      // another tab went on meanwhile, or it took a minute
      this.choice = this.receipt.outcome
      this.receipt = { ...this.receipt, final: true }
      this.failure = failure
      this.phase = 'decided'
      return
    }
    if (gone || failure.code === 'link_invalid' || failure.code === 'voting_closed')
      return this.refused(failure, gone)
    this.failure = failure
    this.phase = 'open'
  }

  /** Sends a choice that could not be sent without a network. */
  async online(): Promise<void> {
    if (!this.waits || this.choice === null) return
    await this.choose(this.choice)
    this.sentLater = this.phase === 'decided' && this.failure === null
  }

  /** Whether the last request failed for want of a network. */
  protected get waits(): boolean {
    return this.failure?.code === 'offline' || this.failure?.code === 'unreachable'
  }

  /** Whether another outcome may take the place of the choice. */
  get mayChange(): boolean {
    return this.phase === 'decided' && this.receipt?.final === false && this.names === null
  }

  /** The answer that the vote prefers. Null: neither, or there is no vote. */
  get preferred(): 'left' | 'right' | null {
    const isSide = this.choice === 'left' || this.choice === 'right'
    return this.phase === 'decided' && isSide ? (this.choice as 'left' | 'right') : null
  }

  /** Asks for another outcome. The first one holds until there is one. */
  change(): void {
    if (!this.mayChange) return
    this.failure = null
    this.phase = 'open'
  }

  /** Makes the vote final, and loads the names of its pair. */
  async reveal(): Promise<void> {
    const { pair, receipt } = this
    if (this.phase !== 'decided' || !pair || !receipt || this.names) return
    try {
      const names = await revealNames(pair.battle.id, pair.ticket)
      if (this.receipt !== receipt) return
      this.names = names
      this.receipt = { ...receipt, outcome: names.outcome, final: true }
      this.choice = names.outcome
      this.phase = 'decided'
      this.save()
      this.failure = null
    } catch (error) {
      if (this.receipt === receipt) this.failure = toFailure(error)
    }
  }

  /** Shows a pair without a vote. */
  protected open(pair: IssuedBattle | null): void {
    this.pair = pair
    this.choice = null
    this.receipt = null
    this.names = null
    this.reason = ''
    this.sentLater = false
    this.phase = 'open'
    this.#openedAt = performance.now()
    if (pair?.puzzle) void solvePuzzle(pair.puzzle).catch(() => undefined)
    this.save()
  }

  /** Shows a pair with its vote. */
  protected showDecided({ pair, receipt, names }: VotedPair): void {
    this.pair = pair
    this.choice = receipt!.outcome
    this.receipt = receipt
    this.names = names
    this.sentLater = false
    this.phase = 'decided'
    this.save()
  }
}
