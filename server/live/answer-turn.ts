/** The two answers of a turn, made at the same time in this process and shown at one pace. */
import type { WireMessage } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import type { Deps } from '../platform/deps.ts'
import {
  replyTokenLimit,
  ProviderError,
  type Completion,
  type CompletionRequest,
  type Limit,
  type Provider,
} from '../platform/providers/index.ts'
import { toStorable } from '../platform/storable.ts'
import { truncateText, Pace } from './reveal-pace.ts'
import { ROUNDING } from '../ledger/index.ts'
import { closeContestant, settle } from './spending.ts'
import type { LiveAnswer } from '../platform/documents.ts'

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
const HEARTBEAT_MS = 2000
/** Without a word for so long, the process is gone. */
export const GONE_MS = 12_000

/** So long a call waits for a contestant that has too much to do. */
const MAX_WAIT_MS = 30_000

/** Thrown where an answer has no words. */
class NoWords extends Error {}
/** Thrown where a call was not sent, because it would have to wait too long. */
class Busy extends Error {}

type AnswerDeps = Pick<Deps, 'db' | 'clock' | 'services'>

const byProcess = new WeakMap<object, Map<string, Answering>>()

const turnKey = ({ arenaId, conversation }: TurnKey) => `${arenaId} ${conversation}`

/** The turn of a conversation that this process answers now; undefined if it does not. */
export const runningTurn = ({ services }: AnswerDeps, key: TurnKey): Answering | undefined => {
  const running = byProcess.get(services)?.get(turnKey(key))
  return running?.key.number === key.number ? running : undefined
}

/** Begins to answer a turn. It goes on whether or not anybody reads it. */
export function startAnswering(
  deps: AnswerDeps,
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

/** When a call was sent, and how long its first word took; null: not yet. */
interface Sent {
  at: number | null
  firstMs: number | null
}

interface PartialAnswer {
  text: string
  isDone: boolean
}

export class Answering {
  readonly key: AttemptKey
  /** When everything is shown, or the turn failed or was stopped. It is recorded by then. */
  readonly ended: Promise<void>
  readonly #deps: AnswerDeps
  readonly #sides: Record<'left' | 'right', PartialAnswer> = {
    left: { text: '', isDone: false },
    right: { text: '', isDone: false },
  }
  readonly #abort = new AbortController()
  #shown: [left: number, right: number] = [0, 0]
  #isWhole = false
  #isSkipped = false
  #change = Promise.withResolvers<void>()

  constructor(deps: AnswerDeps, key: AttemptKey, calls: Record<'left' | 'right', SideCall>) {
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
  get nextChange(): Promise<void> {
    return this.#change.promise
  }

  /** Ends the calls; once both answers are whole, shows the rest of them at once. */
  stop(): void {
    if (this.#isWhole) this.#showAll()
    else this.#abort.abort()
  }

  async #run(calls: Record<'left' | 'right', SideCall>): Promise<void> {
    const pace = new Pace()
    const { left, right } = this.#sides
    const arrived = ({ text, isDone }: PartialAnswer) => ({ length: text.length, isDone })
    const ticks = setInterval(() => {
      const [shownLeft, shownRight] = this.#shown
      this.#shown = pace.step(performance.now(), arrived(left), arrived(right))
      if (this.#isSkipped) this.#showAll()
      if (this.#shown[0] !== shownLeft || this.#shown[1] !== shownRight) this.#notify()
    }, TICK_MS)
    const heartbeats = setInterval(() => void this.#heartbeat().catch(() => {}), HEARTBEAT_MS)
    try {
      await this.#record(await this.#makeBoth(calls))
      this.#isWhole = true
      while (!this.#isAllShown) await this.nextChange
    } catch (error) {
      await this.#fail(error)
    } finally {
      clearInterval(ticks)
      clearInterval(heartbeats)
      this.#notify()
    }
  }

  #showAll(): void {
    this.#isSkipped = true
    this.#shown = [this.#sides.left.text.length, this.#sides.right.text.length]
    this.#notify()
  }

  get #isAllShown(): boolean {
    const { left, right } = this.#sides
    return this.#shown[0] >= left.text.length && this.#shown[1] >= right.text.length
  }

  #notify(): void {
    this.#change.resolve()
    this.#change = Promise.withResolvers()
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

  /** Makes the answer of one side, and settles its call. @throws what failed */
  async #make(side: 'left' | 'right', sideCall: SideCall): Promise<LiveAnswer> {
    const sent: Sent = { at: null, firstMs: null }
    let made: Completion
    try {
      made = await this.#stream(side, sideCall, sent)
      await this.#settle(sideCall, made.costUsd ?? 'reserved', hasWords(made) ? null : 'empty')
    } catch (error) {
      await this.#settleFailure(sideCall, sent, error)
      throw error
    }
    if (!hasWords(made)) throw new NoWords()
    const { text, transcript = null, finishReason, model, costUsd, latencyMs, usage } = made
    const partial = this.#sides[side]
    // what is shown already stays as it is
    if (text.startsWith(truncateText(partial.text, this.#shown[side === 'left' ? 0 : 1]))) partial.text = text
    partial.isDone = true
    const { inputTokens, cachedInputTokens, outputTokens } = usage
    const tokens = { inputTokens, cachedInputTokens, outputTokens }
    return { text, transcript, finishReason, model, ...tokens, costUsd, latencyMs, firstMs: sent.firstMs }
  }

  /** Waits for the contestant, at most so long, and adds what arrives to the side. */
  async #stream(
    side: 'left' | 'right',
    { provider, limit, request }: SideCall,
    sent: Sent,
  ): Promise<Completion> {
    if (Number(limit.pausedUntil) > Date.now() + MAX_WAIT_MS) throw new Busy()
    const { signal } = this.#abort
    const waiting = AbortSignal.timeout(MAX_WAIT_MS)
    const complete = () => {
      sent.at = performance.now()
      return provider.complete({
        ...request,
        signal,
        onText: (piece) => {
          sent.firstMs ??= performance.now() - sent.at!
          this.#sides[side].text += toStorable(piece)
        },
      })
    }
    return limit.run(complete, AbortSignal.any([signal, waiting])).catch((error: unknown) => {
      throw sent.at === null && waiting.aborted && !signal.aborted ? new Busy() : error
    })
  }

  async #settleFailure(sideCall: SideCall, { at }: Sent, error: unknown): Promise<void> {
    const failure = error instanceof ProviderError ? error : null
    // a call that was given up may be paid for all the same
    const isPaid = failure ? failure.mayBeCharged : at !== null
    const costUsd = failure?.costUsd ?? (isPaid ? 'reserved' : 0)
    await this.#settle(sideCall, costUsd, failure ? failure.failure : this.#localCause(error))
    // not the provider's words, which may repeat what the visitor asked
    if (failure) this.#deps.services.log.warn(`an answer of a live battle failed: ${failure.failure}`)
  }

  /** Why a call ended that no provider failed. */
  #localCause(error: unknown): 'stopped' | 'busy' | 'internal' {
    if (this.#abort.signal.aborted) return 'stopped'
    return error instanceof Busy ? 'busy' : 'internal'
  }

  async #settle(sideCall: SideCall, costUsd: number | 'reserved', cause: string | null): Promise<void> {
    const { call, contestant, providerName, request, mostUsd } = sideCall
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
    await settle(this.#deps.db, this.key.arenaId, call, { costUsd, cause }, this.#deps.clock())
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

  async #heartbeat(): Promise<void> {
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

const hasWords = ({ text }: Completion): boolean => text.trim() !== ''

/** Why a turn failed, without a word on which side: that could name a contestant. */
export function turnProblem(error: unknown): WireMessage {
  const failure = error instanceof ProviderError ? error.failure : null
  if (failure === 'timeout') return msg('live_failed', { why: 'slow' })
  if (failure === 'rate_limited' || failure === 'overloaded' || error instanceof Busy)
    return msg('live_failed', { why: 'busy' })
  if (failure === 'empty' || error instanceof NoWords) return msg('live_failed', { why: 'empty' })
  return msg('live_failed', { why: 'broken' })
}
