/** The two answers of a turn, made at the same time in this process and shown at one pace. */
import type { WireMessage } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import type { Deps } from '../platform/deps.ts'
import {
  replyTokenLimit,
  ProviderError,
  type CompletionRequest,
  type Limit,
  type Provider,
} from '../platform/providers/index.ts'
import { toStorable } from '../platform/storable.ts'
import { truncateText, Pace } from './reveal-pace.ts'
import { ROUNDING } from '../ledger/index.ts'
import { closeContestant, settle } from './spending.ts'
import type { LiveAnswer } from './tables.ts'

export const SIDES = ['left', 'right'] as const

/** The call of one side, recorded and reserved. */
export interface SideCall {
  call: number
  contestant: number
  provider: Provider
  providerName: string
  limit: Limit
  request: CompletionRequest
  /** What is reserved for it, in US dollars. */
  mostUsd: number
}

interface TurnKey {
  arenaId: number
  conversation: string
  number: number
}

/** One attempt at a turn. After another one began elsewhere, nothing of this one is recorded. */
interface AttemptKey extends TurnKey {
  attempt: number
}

/** How often characters are released. */
const TICK_MS = 80
/** How often the process says that it is still there, and hears that somebody stopped the turn elsewhere. */
const BEAT_MS = 2000
/** Without a word for so long, the process is gone. */
export const GONE_MS = 12_000

/** So long a call waits for a contestant that has too much to do. */
const MAX_WAIT_MS = 30_000

/** Thrown where an answer has no words. */
class NoWords extends Error {}
/** Thrown where a call was not sent, because it would have to wait too long. */
class Busy extends Error {}

type Answered = Pick<Deps, 'db' | 'clock' | 'services'>

const byProcess = new WeakMap<object, Map<string, Answering>>()

const turnKey = ({ arenaId, conversation }: TurnKey) => `${arenaId} ${conversation}`

/** The turn of a conversation that this process answers now; undefined if it does not. */
export const runningTurn = ({ services }: Answered, key: TurnKey): Answering | undefined => {
  const running = byProcess.get(services)?.get(turnKey(key))
  return running?.key.number === key.number ? running : undefined
}

/** Begins to answer a turn. It goes on whether or not anybody reads it. */
export function startAnswering(
  deps: Answered,
  key: AttemptKey,
  calls: Record<'left' | 'right', SideCall>,
): Answering {
  const answering = new Answering(deps, key, calls)
  const all = byProcess.get(deps.services) ?? new Map<string, Answering>()
  byProcess.set(deps.services, all)
  all.set(turnKey(key), answering)
  void answering.ended.finally(() => {
    if (all.get(turnKey(key)) === answering) all.delete(turnKey(key))
  })
  return answering
}

interface Growing {
  text: string
  isDone: boolean
}

export class Answering {
  readonly key: AttemptKey
  /** When everything is shown, or the turn failed or was stopped. It is recorded by then. */
  readonly ended: Promise<void>
  readonly #deps: Answered
  readonly #sides: Record<'left' | 'right', Growing> = {
    left: { text: '', isDone: false },
    right: { text: '', isDone: false },
  }
  readonly #abort = new AbortController()
  #shown: [left: number, right: number] = [0, 0]
  #isWhole = false
  #news = Promise.withResolvers<void>()

  constructor(deps: Answered, key: AttemptKey, calls: Record<'left' | 'right', SideCall>) {
    this.#deps = deps
    this.key = key
    this.ended = this.#run(calls).catch((error: unknown) => {
      deps.services.log.error({ err: error }, 'a live battle could not be recorded')
    })
  }

  /** What is shown of both answers now. */
  get visibleTexts(): { left: string; right: string } {
    const { left, right } = this.#sides
    return { left: truncateText(left.text, this.#shown[0]), right: truncateText(right.text, this.#shown[1]) }
  }

  /** Resolves when more is shown, or the turn has ended. */
  get news(): Promise<void> {
    return this.#news.promise
  }

  /** Ends the calls; once both answers are whole, shows the rest of them at once. */
  stop(): void {
    if (this.#isWhole) this.#showAll()
    else this.#abort.abort()
  }

  async #run(calls: Record<'left' | 'right', SideCall>): Promise<void> {
    const pace = new Pace()
    const { left, right } = this.#sides
    const arrived = ({ text, isDone }: Growing) => ({ length: text.length, isDone })
    const ticking = setInterval(() => {
      const [shownLeft, shownRight] = this.#shown
      this.#shown = pace.step(performance.now(), arrived(left), arrived(right))
      if (this.#isSkipped) this.#showAll()
      if (this.#shown[0] !== shownLeft || this.#shown[1] !== shownRight) this.#tell()
    }, TICK_MS)
    const beating = setInterval(() => void this.#beat().catch(() => {}), BEAT_MS)
    try {
      await this.#record(await this.#makeBoth(calls))
      this.#isWhole = true
      while (!this.#isAllShown) await this.news
    } catch (error) {
      await this.#fail(error)
    } finally {
      clearInterval(ticking)
      clearInterval(beating)
      this.#tell()
    }
  }

  #isSkipped = false

  #showAll(): void {
    this.#isSkipped = true
    this.#shown = [this.#sides.left.text.length, this.#sides.right.text.length]
    this.#tell()
  }

  get #isAllShown(): boolean {
    const { left, right } = this.#sides
    return this.#shown[0] >= left.text.length && this.#shown[1] >= right.text.length
  }

  #tell(): void {
    this.#news.resolve()
    this.#news = Promise.withResolvers()
  }

  /** Where one side fails, the other is ended; each call is settled by then. @throws what failed first */
  async #makeBoth(calls: Record<'left' | 'right', SideCall>): Promise<LiveAnswer[]> {
    const failures: unknown[] = []
    const made = await Promise.all(
      SIDES.map((side) =>
        this.#make(side, calls[side]).catch((error: unknown) => {
          failures.push(error)
          this.#abort.abort()
          return null
        }),
      ),
    )
    if (failures.length > 0) throw failures[0]
    return made.filter((answer) => answer !== null)
  }

  async #make(side: 'left' | 'right', calling: SideCall): Promise<LiveAnswer> {
    const { call, contestant, provider, providerName, limit, request, mostUsd } = calling
    const { db, clock, services } = this.#deps
    const growing = this.#sides[side]
    const { signal } = this.#abort
    let sentAt: number | null = null
    let firstMs: number | null = null
    const end = async (costUsd: number | 'reserved', cause: string | null) => {
      const { model, params } = request
      // first, so that nobody begins another conversation with it
      if (costUsd !== 'reserved' && costUsd > mostUsd * (1 + ROUNDING))
        await closeContestant(this.#deps, this.key.arenaId, contestant, {
          provider: providerName,
          model,
          costUsd,
          mostUsd,
          maxTokens: replyTokenLimit(params),
        })
      await settle(db, this.key.arenaId, call, { costUsd, cause }, clock())
    }
    try {
      if (Number(limit.pausedUntil) > Date.now() + MAX_WAIT_MS) throw new Busy()
      const waiting = AbortSignal.timeout(MAX_WAIT_MS)
      const made = await limit
        .run(
          () => {
            sentAt = performance.now()
            return provider.complete({
              ...request,
              signal,
              onText: (piece) => {
                firstMs ??= performance.now() - sentAt!
                growing.text += toStorable(piece)
              },
            })
          },
          AbortSignal.any([signal, waiting]),
        )
        .catch((error: unknown) => {
          throw sentAt === null && waiting.aborted && !signal.aborted ? new Busy() : error
        })
      const { text, transcript = null, finishReason, model, costUsd, latencyMs, usage } = made
      const isEmpty = text.trim() === ''
      await end(costUsd ?? 'reserved', isEmpty ? 'empty' : null)
      if (isEmpty) throw new NoWords()
      // what is shown already stays as it is
      if (text.startsWith(truncateText(growing.text, this.#shown[side === 'left' ? 0 : 1])))
        growing.text = text
      growing.isDone = true
      const { inputTokens, cachedInputTokens, outputTokens } = usage
      const tokens = { inputTokens, cachedInputTokens, outputTokens }
      return { text, transcript, finishReason, model, ...tokens, costUsd, latencyMs, firstMs }
    } catch (error) {
      if (error instanceof NoWords) throw error
      // a call that was given up may be paid for all the same
      const isProviders = error instanceof ProviderError
      const isPaid = isProviders ? error.mayBeCharged : sentAt !== null
      const costUsd = (isProviders ? error.costUsd : null) ?? (isPaid ? 'reserved' : 0)
      await end(
        costUsd,
        isProviders
          ? error.failure
          : signal.aborted
            ? 'stopped'
            : error instanceof Busy
              ? 'busy'
              : 'internal',
      )
      // not the provider's words, which may repeat what the visitor asked
      if (isProviders) services.log.warn(`an answer of a live battle failed: ${error.failure}`)
      throw error
    }
  }

  async #record([left, right]: LiveAnswer[]): Promise<void> {
    const now = this.#deps.clock()
    const change = {
      status: 'answered' as const,
      left_answer: JSON.stringify(left),
      right_answer: JSON.stringify(right),
      finished_at: now,
    }
    const { numUpdatedRows } = await this.#turn().set(change).executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) return
    this.#abort.abort()
    this.#abort.signal.throwIfAborted()
  }

  async #fail(error: unknown): Promise<void> {
    const { clock, services } = this.#deps
    if (
      !(
        error instanceof ProviderError ||
        error instanceof NoWords ||
        error instanceof Busy ||
        this.#abort.signal.aborted
      )
    )
      services.log.error({ err: error }, 'a live battle failed')
    await this.#turn()
      .set({ status: 'failed', problem: JSON.stringify(turnProblem(error)), finished_at: clock() })
      .execute()
  }

  async #beat(): Promise<void> {
    if (this.#isWhole) return
    const { numUpdatedRows } = await this.#turn()
      .set({ alive_at: this.#deps.clock() })
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n && !this.#isWhole) this.#abort.abort()
  }

  /** The row of the turn, as long as it is being answered. */
  #turn() {
    const { arenaId, conversation, number, attempt } = this.key
    return this.#deps.db
      .updateTable('live_turns')
      .where('arena_id', '=', arenaId)
      .where('conversation_id', '=', conversation)
      .where('number', '=', number)
      .where('attempts', '=', attempt)
      .where('status', '=', 'answering')
  }
}

/** Why a turn failed, without a word on which side: that could name a contestant. */
export function turnProblem(error: unknown): WireMessage {
  const failure = error instanceof ProviderError ? error.failure : null
  const why =
    failure === 'timeout'
      ? 'slow'
      : failure === 'rate_limited' || failure === 'overloaded' || error instanceof Busy
        ? 'busy'
        : failure === 'empty' || error instanceof NoWords
          ? 'empty'
          : 'broken'
  return msg('live_failed', { why })
}
