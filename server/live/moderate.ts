/** The check of a visitor's prompt before it is sent to anybody. */
import type { LiveSettings } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { selectProviders, type Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { ProviderError } from '../platform/providers/index.ts'
import { SetupError } from '../platform/setup-error.ts'
import { configOf } from '../runs/index.ts'

const LIMIT_MS = 15_000

/**
 * Lets a prompt pass, or not. What was refused is recorded, without its text unless the arena keeps it.
 * @throws {ProblemError} live_refused; live_unchecked if the check does not answer, and then nothing is sent
 */
export async function moderate(
  deps: Pick<Deps, 'db' | 'clock' | 'services'>,
  arena: Arena,
  { moderation }: LiveSettings,
  text: string,
): Promise<void> {
  if (!moderation) return
  const isFlagged = await isFlaggedBy(deps, arena, moderation, text).catch((error: unknown) => {
    if (!(error instanceof ProviderError || error instanceof SetupError)) throw error
    deps.services.log.warn(`a prompt of a visitor could not be checked: ${error.message}`)
    throw new ProblemError('live_unchecked', msg('live_unchecked'))
  })
  if (!isFlagged) return
  await deps.db
    .insertInto('live_refusals')
    .values({ arena_id: arena.id, text: moderation.keepRefused ? text : null, refused_at: deps.clock() })
    .execute()
  throw new ProblemError('live_refused', msg('live_refused'))
}

async function isFlaggedBy(
  { db, services }: Pick<Deps, 'db' | 'services'>,
  { id }: Arena,
  { provider: name, model = '' }: NonNullable<LiveSettings['moderation']>,
  text: string,
): Promise<boolean> {
  const stored = (await selectProviders(db, id)).find((one) => one.name === name)
  if (!stored) throw new SetupError(msg('live_no_moderation', { provider: name }))
  const { provider, limit } = services.providers.open(String(id), configOf(stored))
  const signal = AbortSignal.timeout(LIMIT_MS)
  const timedOut = () => new ProviderError('timeout', msg('live_moderation_slow', { provider: name }))
  const asked = limit.run(async () => {
    if (provider.flags) return provider.flags(model, text, signal)
    const reply = await provider.complete({
      model,
      system: null,
      messages: [{ role: 'user', content: text }],
      params: {},
      timeoutMs: LIMIT_MS,
      signal,
    })
    const said = reply.text.trim().toLowerCase()
    if (said === 'flagged' || said === 'ok') return said === 'flagged'
    throw new ProviderError('unreadable', msg('live_moderation_unread', { provider: name }))
  }, signal)
  return asked.catch((error: unknown) => {
    throw signal.aborted ? timedOut() : error
  })
}
