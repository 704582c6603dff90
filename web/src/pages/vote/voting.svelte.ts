import type { IssuedBattle } from '../../../../shared/contracts/battle.ts'
import type { Outcome } from '../../../../shared/contracts/votes.ts'
import { invitationToken, nextBattle, openInvitation } from '../../api/battles.ts'
import { toFailure, type Failure } from '../../api/failure.ts'
import { store, storedValue } from '../../state/stored.ts'
import { drawing } from '../../ui/text/drawing.svelte.ts'
import { PairVote, type PairFailure, type VotedPair } from '../../ui/vote/pair-vote.svelte.ts'

/** What a reload shows again. */
interface SavedVoting {
  shown: VotedPair | null
  /** The pairs that come after the shown one. */
  ahead: IssuedBattle[]
  /** The votes of this voter so far. */
  cast: number
}

const NOTHING: SavedVoting = { shown: null, ahead: [], cast: 0 }

const SPARE_MS = 5_000
/** After a first result, there is another one after so many votes more. */
const VOTES_MORE = 10

/** What was stored. Pairs without a vote are left out if they cannot be voted on at `now` (milliseconds since 1970). */
function readSavedVoting(key: string, now: number): SavedVoting {
  const saved = { ...NOTHING, ...storedValue<SavedVoting>(key, 'session') }
  const isShown = saved.shown?.receipt || (saved.shown && isOpen(saved.shown.pair, now))
  const ahead = saved.ahead.filter((pair) => isOpen(pair, now))
  return { ...saved, shown: isShown ? saved.shown : null, ahead }
}

/** Whether this pair can still be voted on, with 5 s to spare for the request. */
function isOpen({ battle }: IssuedBattle, now: number): boolean {
  return Date.parse(battle.expiresAt) - SPARE_MS > now
}

/** Runs the vote page: draws a pair, sends the vote, shows the names. The next pair is always fetched ahead. */
export class Voting extends PairVote {
  /** Why the previous pair could not be voted on. */
  gone = $state<PairFailure | null>(null)
  /** The votes of this voter in the arena, also before this page. */
  cast = $state(0)
  /** After so many, the voter is shown what they come to. Null: that is not shown here. */
  goal = $state<number | null>(null)

  readonly #arena: string
  readonly #criterion: string | null
  readonly #isForJudges: boolean
  /** Stores pairs while the tab is open, so that a reload draws no new ones. */
  readonly #key: string
  readonly #first: IssuedBattle | null
  #ahead: Promise<IssuedBattle>[] = []

  /**
   * @param isForJudges draws pairs that judges have judged
   * @param first the pair that came with the page; null: none
   */
  constructor(arena: string, criterion: string | null, isForJudges: boolean, first: IssuedBattle | null) {
    super(arena)
    this.#arena = arena
    this.#criterion = criterion
    this.#isForJudges = isForJudges
    this.#key = `deadheat:pairs:${arena}:${criterion ?? ''}${isForJudges ? ':judges' : ''}`
    this.#first = first
    if (!first || !drawing.isDrawn) return
    this.pair = first
    this.#countFrom(first)
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
    if (invitationToken() !== '') {
      try {
        await openInvitation(this.#arena)
      } catch (error) {
        this.#fail(toFailure(error))
        return
      }
      this.#forget()
    }
    const { shown, ahead, cast } = readSavedVoting(this.#key, Date.now())
    this.cast = cast
    this.#ahead = ahead.map((pair) => Promise.resolve(pair))
    if (!shown) return this.next()
    await drawing.load()
    if (shown.receipt) this.#showAgain(shown)
    else this.#show(shown.pair)
  }

  /** Goes to the next pair; skips the current one if it is undecided. */
  override async next(gone: PairFailure | null = null): Promise<void> {
    if (this.phase === 'drawing' && this.pair) return
    this.phase = 'drawing'
    this.failure = null
    this.gone = gone
    try {
      const [next] = await Promise.all([this.#take(), drawing.load()])
      this.#show(next)
    } catch (error) {
      this.#fail(toFailure(error))
    }
  }

  /** Sends a choice that could not be sent without a network, or draws the pair that could not be drawn. */
  override async online(): Promise<void> {
    if (this.waits && this.phase === 'failed') await this.next()
    else await super.online()
  }

  /** Shows no pair, but why there is none. */
  #fail(failure: Failure): void {
    this.failure = failure
    this.pair = null
    this.#forget()
    this.phase = failure.code === 'nothing_left_to_vote_on' ? 'exhausted' : 'failed'
  }

  protected override async refused(failure: Failure, gone: PairFailure | null): Promise<void> {
    if (gone) await this.next(gone)
    else this.#fail(failure)
  }

  /** Whether the vote that was just cast completes what a result is shown after. */
  get isAtResult(): boolean {
    const { cast, goal, phase } = this
    return phase === 'decided' && goal !== null && cast >= goal && (cast - goal) % VOTES_MORE === 0
  }

  override async choose(outcome: Outcome): Promise<void> {
    const isFirst = this.receipt === null
    await super.choose(outcome)
    if (!isFirst || this.receipt === null) return
    this.cast++
    this.save()
  }

  #show(pair: IssuedBattle): void {
    this.open(pair)
    this.#countFrom(pair)
    void drawing.load().then(() => this.pair === pair && this.#drawAhead())
  }

  /** A pair that was drawn ahead was counted before the vote on the one that was shown then. */
  #countFrom({ progress }: IssuedBattle): void {
    if (!progress) return
    this.cast = Math.max(this.cast, progress.cast)
    this.goal = progress.goal
  }

  #showAgain(shown: VotedPair): void {
    this.showDecided(shown)
    this.#countFrom(shown.pair)
    // a draw would make a choice final that can still be changed
    if (shown.receipt?.final) this.#drawAhead()
  }

  /** Draws the pair after the shown one while that is read. */
  #drawAhead(): void {
    if (this.#ahead.length > 0) return
    const next = this.#draw()
    this.#ahead = [next]
    next.then(
      () => this.save(),
      () => (this.#ahead = this.#ahead.filter((drawn) => drawn !== next)),
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

  /** Stores what a reload shows. */
  protected override save(): void {
    const { pair, phase, receipt, names, cast } = this
    const shown = pair && { pair, receipt, names }
    this.#store({ shown, ahead: [], cast })
    const ahead = [...this.#ahead]
    void Promise.allSettled(ahead).then((all) => {
      if (this.pair !== pair || this.phase !== phase || this.receipt !== receipt) return
      const drawn = all.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      this.#store({ shown, ahead: drawn, cast })
    })
  }

  #forget(): void {
    this.#ahead = []
    this.#store(NOTHING)
  }

  #store(saved: SavedVoting): void {
    store(this.#key, JSON.stringify(saved), 'session')
  }

  #draw(): Promise<IssuedBattle> {
    return nextBattle(this.#arena, this.#criterion, this.#isForJudges)
  }
}
