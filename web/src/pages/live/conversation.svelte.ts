import type { IssuedBattle } from '../../../../shared/contracts/battle.ts'
import type { LiveBattle, LiveTerms, LiveText } from '../../../../shared/contracts/live.ts'
import type { Outcome } from '../../../../shared/contracts/votes.ts'
import { Failure, toFailure } from '../../api/failure.ts'
import {
  issueLive,
  liveBattle,
  liveStream,
  liveTerms,
  nextTurn,
  startLive,
  changeTurn,
} from '../../api/live.ts'
import { store, storedValue } from '../../state/stored.ts'
import { PairVote, type PairFailure, type VotedPair } from '../../ui/vote/pair-vote.svelte.ts'

/** What a reload shows again. */
interface SavedConversation {
  id: string
  /** The pair and its vote, once there is one. */
  shown: VotedPair | null
}

const RECONNECT_MS = 3_000

/** Failures after which nobody can ask here. */
const CLOSED: readonly Failure['code'][] = [
  'arena_unknown',
  'arena_not_ready',
  'not_found',
  'voting_closed',
  'live_budget_reached',
]

/** A conversation with two contestants and the vote on it: what was asked, what arrives of both answers, and its end. */
export class Conversation extends PairVote {
  /** Undefined: still loading. */
  terms = $state.raw<LiveTerms | undefined>()
  /** Null: nothing is asked yet. */
  battle = $state.raw<LiveBattle | null>(null)
  /** Why nobody can ask here, or nothing could be loaded. */
  closed = $state.raw<Failure | null>(null)
  /** Why the last question was not sent, or the answers were not stopped or asked for again. */
  refusal = $state.raw<Failure | null>(null)
  isAsking = $state(false)
  isConnected = $state(true)

  readonly #arena: string
  readonly #criterion: string | null
  readonly #storageKey: string
  #stream: EventSource | null = null
  #waiting: ReturnType<typeof setTimeout> | undefined

  /** @param criterion of new conversations; null: the first one of the arena */
  constructor(arena: string, criterion: string | null) {
    // a board of people's votes on given prompts does not have them
    super(`${arena}:live`)
    this.#arena = arena
    this.#criterion = criterion
    this.#storageKey = `deadheat:live:${arena}`
  }

  /** Loads what visitors are told, and the conversation that was open before a reload. */
  async start(): Promise<void> {
    this.closed = null
    try {
      const saved = storedValue<SavedConversation>(this.#storageKey, 'session')
      const [terms, battle] = await Promise.all([
        liveTerms(this.#arena),
        saved && liveBattle(this.#arena, saved.id).catch(nullIfUnknown),
      ])
      if (battle) {
        this.battle = battle
        if (saved?.shown?.receipt) this.showDecided(saved.shown)
        this.#showBattle(battle)
      }
      this.terms = terms
    } catch (error) {
      this.closed = toFailure(error)
    }
  }

  /** Sends a question: the first one, or the next one of this conversation. @returns whether it was sent */
  async ask(text: string, consent: boolean): Promise<boolean> {
    if (this.isAsking) return false
    this.isAsking = true
    const { battle } = this
    const next = await this.#request(() =>
      battle
        ? nextTurn(this.#arena, battle.id, text)
        : startLive(this.#arena, text, this.#criterion, consent),
    )
    this.isAsking = false
    if (!next) return false
    this.#withoutVote()
    this.#showBattle(next)
    return true
  }

  stop = (): Promise<void> => this.#changeTurn('stop')
  retry = (): Promise<void> => this.#changeTurn('retry')

  async #changeTurn(change: 'stop' | 'retry'): Promise<void> {
    const { battle } = this
    if (!battle) return
    const next = await this.#request(() => changeTurn(this.#arena, battle.id, change))
    if (next && this.battle?.id === battle.id) this.#showBattle(next)
  }

  /** Makes a request whose failure is said where the visitor asks. */
  async #request(request: () => Promise<LiveBattle>): Promise<LiveBattle | null> {
    this.refusal = null
    try {
      return await request()
    } catch (error) {
      const failure = toFailure(error)
      if (CLOSED.includes(failure.code) && !this.battle) await this.#close(failure)
      else {
        this.refusal = failure
        if (failure.code === 'live_unknown') this.#leave()
        if (failure.code === 'live_not_now') await this.refresh()
      }
      return null
    }
  }

  /** Says why nobody can ask now. */
  async #close(failure: Failure): Promise<void> {
    this.battle = null
    this.terms = await liveTerms(this.#arena).catch(() => this.terms)
    this.closed = failure
  }

  /** Goes to a new conversation. */
  override async next(): Promise<void> {
    this.#leave()
    this.closed = null
    this.refusal = null
    await this.start()
  }

  override async choose(outcome: Outcome): Promise<void> {
    await super.choose(outcome)
    if (this.receipt) await this.refresh()
  }

  protected override issued(): Promise<IssuedBattle | null> {
    return this.battle ? issueLive(this.#arena, this.battle.id) : super.issued()
  }

  protected override async refused(failure: Failure, gone: PairFailure | null): Promise<void> {
    this.pair = null
    this.phase = 'drawing'
    if (gone) {
      await this.refresh()
      this.failure = failure
    } else await this.#close(failure)
  }

  /** Asks how the conversation stands. Without a connection it stays as it was. */
  async refresh(): Promise<void> {
    const id = this.battle?.id
    if (id === undefined) return
    const battle = await liveBattle(this.#arena, id).catch(toFailure)
    if (this.battle?.id !== id) return
    if (!(battle instanceof Failure)) this.#showBattle(battle)
    else if (battle.code === 'live_unknown') {
      this.#leave()
      this.refusal = battle
    }
  }

  /** Connects again at once, where the browser or this page would wait. */
  reconnect(): void {
    if (this.battle?.status === 'answering') this.#follow(this.battle.id)
  }

  /** Ends what goes on when the page is left. */
  close(): void {
    clearTimeout(this.#waiting)
    this.#stream?.close()
    this.#stream = null
  }

  /** Whether there is a vote whose names would end the conversation, which can go on. */
  get mayContinue(): boolean {
    return this.names === null && this.phase === 'decided' && this.#mayGoOn
  }

  get #mayGoOn(): boolean {
    return this.terms?.vote === 'turn' && (this.battle?.turnsLeft ?? 0) > 0
  }

  #showBattle(battle: LiveBattle): void {
    this.battle = withShownText(battle, this.battle)
    if (!this.receipt && this.phase !== 'sending') this.phase = battle.mayVote ? 'open' : 'drawing'
    this.save()
    if (battle.status === 'answering') this.#follow(battle.id)
    else this.close()
  }

  #follow(id: string): void {
    this.close()
    const stream = liveStream(this.#arena, id)
    this.#stream = stream
    stream.addEventListener('open', () => (this.isConnected = true))
    stream.addEventListener('text', (event) => this.#addText(event))
    stream.addEventListener('end', (event) => this.#showBattle(JSON.parse(event.data) as LiveBattle))
    stream.addEventListener('error', () => {
      this.isConnected = false
      // the browser tries again by itself, unless the server refused
      if (stream.readyState !== EventSource.CLOSED) return
      this.#waiting = setTimeout(() => void this.refresh().then(() => this.reconnect()), RECONNECT_MS)
    })
  }

  /** Puts text where its id says that it stands: after a reload the stream begins again. */
  #addText({ lastEventId, data }: MessageEvent<string>): void {
    const { battle } = this
    const [number, left, right] = lastEventId.split(':').map(Number)
    const turn = battle?.turns[number - 1]
    if (!battle || !turn) return
    const arrived = JSON.parse(data) as LiveText
    const joined = (shown: string, text: string, end: number) => shown.slice(0, end - text.length) + text
    const grown = {
      ...turn,
      left: joined(turn.left, arrived.left, left),
      right: joined(turn.right, arrived.right, right),
    }
    this.isConnected = true
    this.battle = { ...battle, turns: battle.turns.with(number - 1, grown) }
  }

  #withoutVote(): void {
    this.open(null)
    this.failure = null
    this.phase = 'drawing'
  }

  #leave(): void {
    this.close()
    this.battle = null
    this.#withoutVote()
  }

  protected override save(): void {
    const { battle, pair, receipt, names, phase } = this
    const shown = pair && receipt && phase === 'decided' ? { pair, receipt, names } : null
    store(
      this.#storageKey,
      battle && JSON.stringify({ id: battle.id, shown } satisfies SavedConversation),
      'session',
    )
  }
}

/** A conversation that the server no longer knows is no failure of the page. */
function nullIfUnknown(error: unknown): null {
  if (toFailure(error).code === 'live_unknown') return null
  throw error
}

/** The server keeps no answers that ended early. What was read of them stays on the page. */
function withShownText(battle: LiveBattle, before: LiveBattle | null): LiveBattle {
  const last = battle.turns.length - 1
  const earlierTurn = before?.id === battle.id ? before.turns[last] : undefined
  if (!earlierTurn || (battle.status !== 'failed' && battle.status !== 'stopped')) return battle
  const { left, right } = battle.turns[last]!
  const turn = { ...battle.turns[last]!, left: left || earlierTurn.left, right: right || earlierTurn.right }
  return { ...battle, turns: battle.turns.with(last, turn) }
}
