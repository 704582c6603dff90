import type { Challenged, ChallengeOutcome, ClimbWarning } from '../../shared/contracts/index.ts'
import { coded, englishText, msg, warning, type AnyMessage } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { selectLatestRun } from '../runs/index.ts'
import { causeOfRun } from '../calls/index.ts'
import { selectContestants } from '../contestants/index.ts'
import {
  selectChallenge,
  selectLatestChallenge,
  type ChallengeRow,
  progressOfOpen,
  ChallengeStopped,
} from './challenge-machine.ts'
import { describeClimb } from './describe-climb.ts'

/**
 * The result of a challenge, from the log.
 * @throws {ChallengeStopped} if it has no result, or none yet
 * @throws {ProblemError} if it could not continue as it was started
 */
export async function challengeOutcome(deps: Deps, arena: Arena, id: number): Promise<Challenged> {
  const challenge = (await selectChallenge(deps.db, arena.id, id))!
  if (challenge.status !== 'entered') throw await whyNot(deps, arena, challenge)
  const climb = await describeClimb(deps, arena, {
    attempt: challenge.attempt!,
    withTexts: true,
    withHeldOut: false,
  })
  const entered = climb.attempts.find(({ attempt }) => attempt === challenge.attempt)!
  const warnings = [...(await renamed(deps, arena, challenge)), ...climb.warnings]
  const { overfit, results = [] } = climb
  const { question } = climb.epochs.find(({ epoch }) => epoch === entered.epoch)!
  return { ...entered, arena: arena.slug, question, stood: challenge.stood, overfit, warnings, results }
}

/**
 * The result of the latest challenge, or why it has none.
 * @throws {ProblemError} run_unknown if there was none; invalid_request if it could not continue as it was started
 */
export async function latestOutcome(deps: Deps, arena: Arena): Promise<ChallengeOutcome> {
  const latest = await selectLatestChallenge(deps.db, arena.id)
  if (!latest) throw new ProblemError('run_unknown', `${arena.slug} has had no challenge yet.`)
  try {
    const challenged = await challengeOutcome(deps, arena, latest.id)
    return { arena: arena.slug, challenged, stopped: null }
  } catch (error) {
    if (!(error instanceof ChallengeStopped)) throw error
    const stopped = { how: error.stopped, message: error.message }
    return { arena: arena.slug, challenged: null, stopped }
  }
}

const STOPPED = {
  running: 'Judging was interrupted.',
  paused: 'Judging is paused.',
  cancelled: msg('was_cancelled'),
  budget_reached: 'The budget is spent.',
}

async function whyNot(
  { db }: Deps,
  arena: Arena,
  { stopped, cause: stored }: ChallengeRow,
): Promise<ChallengeStopped | ProblemError> {
  if (stopped === 'refused') return new ProblemError('invalid_request', coded(stored!))
  if (stopped === 'failed') return stop(stopped, stored!)
  const run = await selectLatestRun(db, arena.id)
  const how = stopped ?? progressOfOpen(run)
  const cause = how === 'paused' && run ? causeOfRun(run) : null
  return stop(how, cause ? `Judging is paused: ${englishText(cause)}.` : STOPPED[how])
}

const stop = (how: ChallengeStopped['stopped'], why: AnyMessage): ChallengeStopped =>
  new ChallengeStopped(how, msg('judging_resumes', { why }))

async function renamed(
  { db }: Deps,
  arena: Arena,
  { standing_id: standing, incumbent_id: incumbent, stood }: ChallengeRow,
): Promise<ClimbWarning[]> {
  // an attempt that was in the log already changes no incumbent
  if (stood || standing === null || standing === incumbent) return []
  const names = await selectContestants(db, arena.id)
  const [was, is] = [standing, incumbent].map((id) => names.find((name) => name.id === id)!.name)
  return [warning(msg('incumbent_named', { was: was!, is: is! }))]
}
