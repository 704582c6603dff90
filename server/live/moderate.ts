/** The check of a visitor's prompt before it is sent to anybody. */
import type { Selectable } from 'kysely'
import type { LiveSettings, Message } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { selectProviders, type Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { ProviderError } from '../platform/providers/index.ts'
import { SetupError } from '../platform/setup-error.ts'
import { providerConfig } from '../calls/index.ts'
import { payAtOnce, type Payer } from './spending.ts'
import type { Database } from '../platform/schema.ts'

const LIMIT_MS = 15_000

/**
 * Lets a prompt pass, or not, with the conversation before it. What was refused is recorded, without its text unless the
 * arena keeps it.
 * @throws {ProblemError} live_refused; live_budget_reached; live_unchecked if the check does not answer, and then nothing is sent
 */
export async function moderate(
  deps: Pick<Deps, 'access' | 'db' | 'clock' | 'services'>,
  visitor: Payer & { arena: Arena },
  live: LiveSettings,
  earlier: readonly Selectable<Database['live_turns']>[],
  text: string,
): Promise<void> {
  const { moderation } = live
  if (!moderation) return
  const isFlagged = await isFlaggedBy(deps, visitor, live, moderation, [
    ...earlier.flatMap((turn) => [
      { role: 'user' as const, content: turn.text },
      { role: 'assistant' as const, content: `${turn.left_answer!.text}\n\n${turn.right_answer!.text}` },
    ]),
    { role: 'user', content: text },
  ]).catch((error: unknown) => {
    if (!(error instanceof ProviderError || error instanceof SetupError)) throw error
    const why = error instanceof ProviderError ? error.failure : error.message
    deps.services.log.warn(`a prompt of a visitor could not be checked: ${why}`)
    throw new ProblemError('live_unchecked', msg('live_unchecked'))
  })
  if (!isFlagged) return
  await deps.db
    .insertInto('live_refusals')
    .values({
      arena_id: visitor.arena.id,
      ...(moderation.keepRefused && { text, voter: visitor.voter }),
      refused_at: deps.clock(),
    })
    .execute()
  throw new ProblemError('live_refused', msg('live_refused'))
}

/** The call that checks these messages, and the most that it costs. @throws {SetupError} if it cannot be made */
async function prepareCheck(
  { db, services }: Pick<Deps, 'db' | 'services'>,
  { id }: Arena,
  { provider: name, model = '' }: NonNullable<LiveSettings['moderation']>,
  messages: Message[],
) {
  const stored = (await selectProviders(db, id)).find((row) => row.name === name)
  if (!stored) throw new SetupError(msg('live_no_moderation', { provider: name }))
  const { provider, limit } = services.providers.open(String(id), providerConfig(stored))
  const request = { model, system: null, messages, params: {}, timeoutMs: LIMIT_MS }
  // an endpoint for moderation costs nothing
  const usd = provider.flags ? 0 : (provider.maxCostUsd(request) ?? 0)
  return { provider, limit, request, usd }
}

/** What the check of the shortest prompt costs at most; 0 where there is none, or it cannot be asked. */
export async function minimumModerationUsd(
  deps: Pick<Deps, 'db' | 'services'>,
  arena: Arena,
  { moderation }: LiveSettings,
): Promise<number> {
  if (!moderation) return 0
  const messages: Message[] = [{ role: 'user', content: 'x' }]
  return prepareCheck(deps, arena, moderation, messages).then(
    ({ usd }) => usd,
    (error: unknown) => {
      if (error instanceof SetupError) return 0
      throw error
    },
  )
}

async function isFlaggedBy(
  deps: Pick<Deps, 'access' | 'db' | 'clock' | 'services'>,
  visitor: Payer & { arena: Arena },
  live: LiveSettings,
  moderation: NonNullable<LiveSettings['moderation']>,
  messages: Message[],
): Promise<boolean> {
  const { arena } = visitor
  const { provider, limit, request, usd } = await prepareCheck(deps, arena, moderation, messages)
  const correct = await payAtOnce(deps, arena.id, live, visitor, usd)
  const signal = AbortSignal.timeout(LIMIT_MS)
  let isSent = false
  try {
    return await limit.run(async () => {
      isSent = true
      if (provider.flags)
        return provider.flags(request.model, messages.map(({ content }) => content).join('\n\n'), signal)
      const reply = await provider.complete({ ...request, signal })
      // a server that ignores `max_tokens` may charge more than was paid before
      const excess = (reply.costUsd ?? 0) - usd
      if (excess > 0) {
        await correct(excess)
        deps.services.log.warn(
          { arenaId: arena.id, provider: moderation.provider, excessUsd: excess },
          'a check of a prompt cost more than its max_tokens allow',
        )
      }
      const verdict = reply.text.trim().toLowerCase()
      if (verdict === 'flagged' || verdict === 'ok') return verdict === 'flagged'
      throw new ProviderError(
        'unreadable',
        msg('live_moderation_unread', { provider: moderation.provider }),
        null,
        usd,
      )
    }, signal)
  } catch (error) {
    const isFree = error instanceof ProviderError && !error.mayBeCharged && !error.costUsd
    if (!isSent || isFree) await correct(-usd)
    if (!signal.aborted) throw error
    throw new ProviderError('timeout', msg('live_moderation_slow', { provider: moderation.provider }))
  }
}
