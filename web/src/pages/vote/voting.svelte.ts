import type { IssuedBattle, VoteReceipt } from '../../../../shared/contracts/battle.ts'
import type { Outcome } from '../../../../shared/contracts/votes.ts'
import { castVote, nextBattle, takeBack } from '../../api/battles.ts'
import { failureFrom, type Failure } from '../../api/failure.ts'
import type { Flag } from './choices.ts'
import { isChosen, NAMES_AT_ONCE, VotesToday } from '../../state/stored.ts'

/** The shown pair and the one that was fetched ahead. */
interface Pairs {
  current: IssuedBattle | null
  next: IssuedBattle | null
}

const SPARE_MS = 5_000

/** Stores both pairs while the tab is open. A reload then shows the same pairs instead of drawing new ones. */
class KeptPairs {
  readonly #key: string

  constructor(arena: string, criterion: string | null, link: string | null) {
    this.#key = `deadheat:pairs:${arena}:${criterion ?? ''}${link === null ? '' : `:${link}`}`
  }

  /** The stored pairs that can still be voted on at `now` (milliseconds since 1970). */
  read(now: number): Pairs {
    const stored = parsed(this.#text())
    const fresh = (pair: IssuedBattle | null) => (pair && isOpen(pair, now) ? pair : null)
    return { current: fresh(stored.current), next: fresh(stored.next) }
  }

  write(pairs: Pairs): void {
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(pairs))
    } catch {
      // Storage is full or forbidden: a reload then draws a new pair, nothing else changes.
    }
  }

  #text(): string | null {
    try {
      return sessionStorage.getItem(this.#key)
    } catch {
      return null
    }
  }
}

/** Whether this pair can still be voted on, with 5 s to spare for the request. */
function isOpen({ battle }: IssuedBattle, now: number): boolean {
  return Date.parse(battle.expiresAt) - SPARE_MS > now
}

function parsed(text: string | null): Pairs {
  try {
    const { current = null, next = null } = JSON.parse(text ?? '{}') as Partial<Pairs>
    return { current, next }
  } catch {
    return { current: null, next: null }
  }
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
const proofFor = async (puzzle: NonNullable<IssuedBattle['puzzle']>) =>
  (await import('./proof/solver.svelte.ts')).solver.proofFor(puzzle)

/** Runs the vote page: draws a pair, sends the vote, shows the names. The next pair is always fetched ahead. */
export class Voting {
  phase = $state<Phase>('drawing')
  pair = $state.raw<IssuedBattle | null>(null)
  choice = $state<Outcome | null>(null)
  receipt = $state.raw<VoteReceipt | null>(null)
  failure = $state.raw<Failure | null>(null)
  /** Why the previous pair could not be voted on. */
  gone = $state<Gone | null>(null)
  reason = $state('')
  flags = $state<Flag[]>([])
  votesToday = $state(0)
  /** When the vote was acknowledged, milliseconds since 1970. */
  decidedAt = $state(0)

  /** By battle, the votes on this page whose names were shown. */
  readonly named = new Map<string, VoteReceipt>()

  readonly #arena: string
  readonly #criterion: string | null
  readonly #link: string | null
  readonly #stored: KeptPairs
  readonly #today: VotesToday
  #ahead: Promise<IssuedBattle> | null = null

  /** @param link the secret of a labelling link, which draws pairs that judges have judged; null: none */
  constructor(arena: string, criterion: string | null, link: string | null) {
    this.#arena = arena
    this.#criterion = criterion
    this.#link = link
    this.#stored = new KeptPairs(arena, criterion, link)
    this.#today = new VotesToday(arena)
    this.votesToday = this.#today.read(new Date())
  }

  /** Shows the pair that was stored before a reload, or draws one. Opens the invitation in the address first. */
  async start(): Promise<void> {
    if (location.hash.startsWith('#invite=')) {
      try {
        await (await import('./invited/open-link.ts')).openLink(this.#arena)
      } catch (error) {
        this.#fail(failureFrom(error))
        return
      }
      this.#ahead = null
      this.#stored.write({ current: null, next: null })
    }
    const { current, next } = this.#stored.read(Date.now())
    if (next) this.#ahead = Promise.resolve(next)
    if (current) this.#show(current)
    else await this.next()
  }

  /** Goes to the next pair; skips the current one if it is undecided. */
  async next(gone: Gone | null = null): Promise<void> {
    if (this.phase === 'drawing' && this.pair) return
    this.phase = 'drawing'
    this.failure = null
    this.gone = gone
    try {
      const ahead = await (this.#ahead ?? this.#draw())
      this.#ahead = null
      this.#show(isOpen(ahead, Date.now()) ? ahead : await this.#draw())
    } catch (error) {
      this.#fail(failureFrom(error))
    }
  }

  /** Sends the vote. If that fails, the choice stays, and the same call tries again. */
  async choose(outcome: Outcome): Promise<void> {
    if (this.phase !== 'open' || !this.pair) return
    const { pair } = this
    const { battle, ticket, puzzle } = pair
    this.choice = outcome
    this.phase = 'sending'
    this.failure = null
    const reason = this.reason.trim()
    const final = isChosen(NAMES_AT_ONCE)
    try {
      const proof = puzzle && (await proofFor(puzzle))
      if (this.pair !== pair) return
      this.receipt = await castVote(battle.id, {
        ticket,
        outcome,
        ...(proof && { proof }),
        ...(final && { final }),
        ...(reason && { reason }),
        ...(this.flags.length > 0 && { flags: [...this.flags] }),
      })
      this.#keepNames()
      this.votesToday = this.#today.add(1, new Date())
      this.decidedAt = Date.now()
      this.gone = null
      this.phase = 'decided'
      this.#keepNext()
    } catch (error) {
      await this.#notSent(failureFrom(error))
    }
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
      this.#keepNames()
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
    } catch (error) {
      this.failure = failureFrom(error)
    }
  }

  #keepNames(): void {
    if (this.receipt?.names === 'shown') this.named.set(this.receipt.battle, this.receipt)
  }

  /** Shows no pair, but why there is none. */
  #fail(failure: Failure): void {
    this.#ahead = null
    this.failure = failure
    this.pair = null
    this.#stored.write({ current: null, next: null })
    this.phase = failure.code === 'nothing_left_to_vote_on' ? 'exhausted' : 'failed'
  }

  async #notSent(failure: Failure): Promise<void> {
    if (failure.code === 'link_invalid' || failure.code === 'voting_closed') {
      this.#fail(failure)
      return
    }
    const gone = GONE.find((code) => code === failure.code)
    if (gone) {
      await this.next(gone)
      return
    }
    this.failure = failure
    this.phase = 'open'
  }

  #show(pair: IssuedBattle): void {
    this.pair = pair
    this.choice = null
    this.receipt = null
    this.reason = ''
    this.flags = []
    this.phase = 'open'
    if (pair.puzzle) void proofFor(pair.puzzle).catch(() => undefined)
    this.#ahead ??= this.#draw()
    this.#ahead.then(
      (next) => this.pair === pair && this.phase !== 'decided' && this.#stored.write({ current: pair, next }),
      () => (this.#ahead = null),
    )
    this.#stored.write({ current: pair, next: null })
  }

  /** From the reveal on, a reload shows the pair after this one. */
  #keepNext(): void {
    const decided = this.pair
    this.#stored.write({ current: null, next: null })
    this.#ahead?.then(
      (next) => this.pair === decided && this.#stored.write({ current: null, next }),
      () => undefined,
    )
  }

  #draw(): Promise<IssuedBattle> {
    return nextBattle(this.#arena, this.#criterion, this.#link)
  }
}
