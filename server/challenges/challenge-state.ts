import type { ChallengeProgress, ChallengeState } from '../../shared/contracts/index.ts'
import { wireFields } from '../../shared/messages/index.ts'
import type { AnyMessage } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { causeOfRun, readSpec, selectLatestRun } from '../runs/index.ts'
import type { Run } from '../runs/index.ts'
import { selectNames } from '../comparisons/index.ts'
import { selectChallenge, selectLatestChallenge } from './challenge-queries.ts'
import type { ChallengeRow } from './challenge-queries.ts'
import { isOpenChallenge, progressOfOpen, stateOf } from './challenge-machine.ts'
import { ChallengeSpec } from './challenge-spec.ts'
import { selectEntered, selectSteps } from './queries.ts'

/**
 * The progress or the result of a challenge.
 * @param id  undefined for the open challenge, or else the latest
 */
export async function challengeState(
  { db }: Pick<Deps, 'db'>,
  arena: Arena,
  id?: number,
): Promise<ChallengeState> {
  const challenge =
    id === undefined ? await selectLatestChallenge(db, arena.id) : await selectChallenge(db, arena.id, id)
  if (!challenge) return { arena: arena.slug, challenge: null }
  const isOpen = isOpenChallenge(stateOf(challenge))
  const [names, run, steps] = await Promise.all([
    selectNames(db, arena.id),
    selectLatestRun(db, arena.id),
    selectSteps(db, arena.id),
  ])
  const nameOf = (id: number) => names.find((one) => one.id === id)!.name
  const { epoch, stopped, attempt, stood, ended_at: endedAt } = challenge
  return {
    arena: arena.slug,
    challenge: {
      incumbent: nameOf(challenge.incumbent_id),
      challenger: nameOf(challenge.challenger_id),
      epoch,
      gate: challenge.trials.at(-1)!.gate,
      status: challenge.status === 'open' ? progressOfOpen(run) : challenge.status,
      judging: isOpen ? await judgingNow(db, challenge, run) : null,
      stopped,
      ...causeOf(isOpen ? (run ? causeOfRun(run) : null) : challenge.cause),
      attempt,
      promoted: steps.find(({ number }) => number === attempt)?.promoted ?? null,
      stood,
      budgetUsd: challenge.budget_usd,
      startedAt: challenge.started_at.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    },
  }
}

async function judgingNow(
  db: Deps['db'],
  { arena_id: arenaId, trials }: ChallengeRow,
  run: Run | undefined,
): Promise<ChallengeProgress['judging']> {
  for (const { key, kind, heldOut } of trials) {
    if ((await selectEntered(db, arenaId, key)) !== undefined) continue
    if (kind === 'again') return 'again'
    const examined = run && readSpec({ spec: ChallengeSpec }, run).spec?.challenge.promptIds
    return heldOut.promptIds.length > 0 && examined?.join() === heldOut.promptIds.join()
      ? 'hold_out'
      : 'challenge'
  }
  return 'challenge'
}

function causeOf(cause: AnyMessage | null): Pick<ChallengeProgress, 'cause' | 'finding'> {
  if (cause === null) return { cause: null }
  const { message, ...finding } = wireFields(cause)
  return { cause: message, ...finding }
}
