import type { IssuedBattle, VoteReceipt } from '../../../../shared/contracts/battle.ts'
import type { Outcome } from '../../../../shared/contracts/votes.ts'
import { castVote, INVITATION, nextBattle, openInvitation, takeBack } from '../../api/battles.ts'
import { failureFrom, type Failure } from '../../api/failure.ts'
import type { Flag } from './choices.ts'
import { drawing } from '../../ui/text/drawing.svelte.ts'
import { isChosen, NAMES_AT_ONCE, VotesToday } from '../../state/stored.ts'

/** A pair, and the vote on it once there is one. */
interface Shown {
  pair: IssuedBattle
  receipt: VoteReceipt | null
  /** When the vote was acknowledged, milliseconds since 1970. */
  decidedAt: number
}

/** What a reload shows again. */
interface Kept {
  shown: Shown | null
  /** The pair before, whose vote may perhaps still be taken back. */
  last: Shown | null
  /** The pairs that come after the shown one. */
  ahead: IssuedBattle[]
}

const NOTHING: Kept = { shown: null, last: null, ahead: [] }

const SPARE_MS = 5_000

/** Stores pairs while the tab is open, so that a reload draws no new ones. */
class KeptPairs {
  readonly #key: string

  constructor(arena: string, criterion: string | null, link: string | null) {
    this.#key = `deadheat:pairs:${arena}:${criterion ?? ''}${link === null ? '' : `:${link}`}`
  }

  /** What was stored. Pairs without a vote are left out if they cannot be voted on at `now` (milliseconds since 1970). */
  read(now: number): Kept {
    try {
      const kept = { ...NOTHING, ...(JSON.parse(sessionStorage.getItem(this.#key) ?? '{}') as Partial<Kept>) }
      const isShown = kept.shown?.receipt || (kept.shown && isOpen(kept.shown.pair, now))
      return {
        ...kept,
        shown: isShown ? kept.shown : null,
        ahead: kept.ahead.filter((pair) => isOpen(pair, now)),
      }
    } catch {
      return NOTHING
    }
  }

  write(kept: Kept): void {
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(kept))
    } catch {
      // Storage is full or forbidden: a reload then draws a new pair, nothing else changes.
    }
  }
}

/** Whether this pair can still be voted on, with 5 s to spare for the request. */
function isOpen({ battle }: IssuedBattle, now: number): boolean {
  return Date.parse(battle.expiresAt) - SPARE_MS > now
}

/** `open`: waits for a vote. `sending`: the vote is being sent. `decided`: it is recorded. `withdrawn`: it was taken back. */
type Phase = 'drawing' | 'open' | 'sending' | 'decided' | 'withdrawn' | 'exhausted' | 'failed'

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
  /** The vote before, and its pair. */
  last = $state.raw<Shown | null>(null)
  /** Whether the vote was sent by itself, once the network was back. */
  sentLater = $state(false)

  /** By battle, the votes on this page whose names were shown. */
  readonly named = new Map<string, VoteReceipt>()

  readonly #arena: string
  readonly #criterion: string | null
  readonly #link: string | null
  readonly #stored: KeptPairs
  readonly #today: VotesToday
  readonly #first: IssuedBattle | null
  #ahead: Promise<IssuedBattle>[] = []

  /**
   * @param link the secret of a labelling link, which draws pairs that judges have judged; null: none
   * @param first the pair that came with the page; null: none
   */
  constructor(arena: string, criterion: string | null, link: string | null, first: IssuedBattle | null) {
    this.#arena = arena
    this.#criterion = criterion
    this.#link = link
    this.#stored = new KeptPairs(arena, criterion, link)
    this.#today = new VotesToday(arena)
    this.votesToday = this.#today.read(new Date())
    this.#first = first
    if (!first || !drawing.isDrawn) return
    this.pair = first
    this.phase = 'open'
  }

  /**
   * Shows the pair that came with the page or was stored before a reload, or draws one. Opens the invitation in the address
   * first.
   */
  async start(): Promise<void> {
    if (this.#first) {
      // a pair that is open already may be decided while this loads
      if (this.phase !== 'open') await drawing.load()
      this.#show(this.#first)
      // what was pressed before the page took over
      const { chosen } = document.documentElement.dataset
      if (chosen !== undefined) await this.choose(chosen as Outcome)
      return
    }
    if (location.hash.startsWith(INVITATION)) {
      try {
        await openInvitation(this.#arena)
      } catch (error) {
        this.#fail(failureFrom(error))
        return
      }
      this.#forget()
    }
    const { shown, last, ahead } = this.#stored.read(Date.now())
    this.#ahead = ahead.map((pair) => Promise.resolve(pair))
    this.last = last
    if (!shown) return this.next()
    await drawing.load()
    if (shown.receipt) this.#showDecided(shown)
    else this.#show(shown.pair)
  }

  /** Goes to the next pair; skips the current one if it is undecided. */
  async next(gone: Gone | null = null): Promise<void> {
    if (this.phase === 'drawing' && this.pair) return
    const { pair, receipt, decidedAt, phase } = this
    if (pair && receipt && phase === 'decided') this.last = { pair, receipt, decidedAt }
    this.phase = 'drawing'
    this.failure = null
    this.gone = gone
    try {
      const [next] = await Promise.all([this.#take(), drawing.load()])
      this.#show(next)
    } catch (error) {
      this.#fail(failureFrom(error))
    }
  }

  /** Shows the last pair again, to take its vote back. The shown one comes after it. */
  back(): void {
    if (this.phase !== 'open' || !this.pair || !this.last) return
    this.#ahead.unshift(Promise.resolve(this.pair))
    const { last } = this
    this.last = null
    this.#showDecided(last)
  }

  /** Sends a choice that could not be sent without a network, or draws the pair that could not be drawn. */
  async online(): Promise<void> {
    const waits = this.failure?.code === 'offline' || this.failure?.code === 'unreachable'
    if (!waits) return
    if (this.phase === 'failed') return this.next()
    if (this.choice === null) return
    await this.choose(this.choice)
    this.sentLater = this.phase === 'decided'
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
      this.#keep()
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
      this.#keep()
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
      this.#keep()
    } catch (error) {
      this.failure = failureFrom(error)
    }
  }

  #keepNames(): void {
    if (this.receipt?.names === 'shown') this.named.set(this.receipt.battle, this.receipt)
  }

  /** Shows no pair, but why there is none. */
  #fail(failure: Failure): void {
    this.failure = failure
    this.pair = null
    this.#forget()
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
    this.sentLater = false
    this.phase = 'open'
    if (pair.puzzle) void proofFor(pair.puzzle).catch(() => undefined)
    this.#keep()
    void drawing.load().then(() => this.pair === pair && this.#drawAhead())
  }

  #showDecided({ pair, receipt, decidedAt }: Shown): void {
    this.pair = pair
    this.choice = receipt!.outcome
    this.receipt = receipt
    this.decidedAt = decidedAt
    this.sentLater = false
    this.phase = 'decided'
    this.#keepNames()
    this.#keep()
    this.#drawAhead()
  }

  /** Draws the pair after the shown one while that is read. */
  #drawAhead(): void {
    if (this.#ahead.length > 0) return
    const next = this.#draw()
    this.#ahead = [next]
    next.then(
      () => this.#keep(),
      () => (this.#ahead = this.#ahead.filter((other) => other !== next)),
    )
  }

  /** The next pair that can be voted on. */
  async #take(): Promise<IssuedBattle> {
    for (let next = this.#ahead.shift(); next; next = this.#ahead.shift()) {
      const pair = await next
      if (isOpen(pair, Date.now())) return pair
    }
    return this.#draw()
  }

  /** Stores what a reload shows. A pair whose vote was taken back is closed. */
  #keep(): void {
    const { pair, phase, receipt, decidedAt, last } = this
    const shown = pair && phase !== 'withdrawn' ? { pair, receipt, decidedAt } : null
    this.#stored.write({ shown, last, ahead: [] })
    const ahead = [...this.#ahead]
    void Promise.allSettled(ahead).then((all) => {
      if (this.pair !== pair || this.phase !== phase || this.receipt !== receipt) return
      const drawn = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      this.#stored.write({ shown, last, ahead: drawn })
    })
  }

  #forget(): void {
    this.#ahead = []
    this.last = null
    this.#stored.write(NOTHING)
  }

  #draw(): Promise<IssuedBattle> {
    return nextBattle(this.#arena, this.#criterion, this.#link)
  }
}
