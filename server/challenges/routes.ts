import { Hono } from 'hono'
import {
  ChallengeBody,
  ChallengeOutcome,
  ChallengeState,
  Climb,
  ClimbRequest,
  type ChallengeProgress,
} from '../../shared/contracts/index.ts'
import { loadArena, loadReaderArena, type Arena } from '../arenas/index.ts'
import { adminOnly, requireBudgetRole } from '../platform/http/admin.ts'
import { respondByAccept } from '../platform/http/answer.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { answerBody, describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { type RunDeps, readSpec, requireNoOvercharge, selectLatestRun, type Run } from '../runs/index.ts'
import { causeOfRun } from '../calls/index.ts'
import { minimumChallengeWins } from '../../shared/stats/compare/gates.ts'
import { selectContestants } from '../contestants/index.ts'
import { latestOutcome } from './challenge-outcome.ts'
import { climbText } from './challenge-text.ts'
import { describeClimb } from './describe-climb.ts'
import { challengeRequest } from './plan-challenge.ts'
import { startChallenge } from './start-challenge.ts'
import { wireFields, type AnyMessage } from '../../shared/messages/index.ts'
import type { Deps } from '../platform/deps.ts'
import {
  selectChallenge,
  selectLatestChallenge,
  type ChallengeRow,
  isOpenChallenge,
  progressOfOpen,
  storedChallengeState,
} from './challenge-machine.ts'
import { ChallengeSpec } from './challenge-results.ts'
import { selectEntered, selectSteps } from './climb-log.ts'

const CHALLENGES = '/api/arenas/:arena/challenges'

export const climbRoutes = (deps: RunDeps) =>
  new Hono<Env>()
    .get(
      '/api/arenas/:arena/climb',
      describeRoute({
        summary:
          'Every challenge of an incumbent: epochs, attempts, promotions. With `attempt`, that attempt prompt by prompt. Texts and reasons need the admin token.',
        responses: { 200: answerBody('The climb. It is empty before the first attempt.', Climb) },
      }),
      validateRequest('query', ClimbRequest),
      loadReaderArena(deps),
      async (c) => {
        const { arena, isOperator } = c.var
        const visibility = { withTexts: isOperator, withHeldOut: isOperator }
        const climb = await describeClimb(deps, arena, { ...c.req.valid('query'), ...visibility })
        return respondByAccept(c, climb, { 'text/plain': climbText })
      },
    )
    .get(
      CHALLENGES,
      describeRoute({
        summary:
          'The progress of the challenge that is under way or was interrupted, or else the result of the latest. The judging routes show its run.',
        responses: {
          200: jsonBody('The state, or null if no challenge was ever asked for.', ChallengeState),
        },
      }),
      adminOnly(deps),
      loadArena(deps),
      async (c) => c.json(await challengeState(deps, c.var.arena)),
    )
    .get(
      '/api/admin/arenas/:arena/challenges/outcome',
      describeRoute({
        summary:
          'The result of the latest challenge as the log has it, prompt by prompt, or why it has none yet.',
        responses: { 200: jsonBody('The result, or why there is none.', ChallengeOutcome) },
        problems: ['run_unknown'],
      }),
      loadArena(deps),
      async (c) => c.json(await latestOutcome(deps, c.var.arena)),
    )
    .post(
      CHALLENGES,
      describeRoute({
        summary:
          'Starts a challenge: a challenger against the incumbent on the prompts with references. Every provider must first confirm that it knows its models. An interrupted challenge continues, and one in the log is not judged again. The judging routes pause, resume and cancel it and set its budget.',
        responses: { 200: jsonBody('The state of the challenge now.', ChallengeState) },
        problems: ['contestant_unknown', 'judge_unknown', 'challenge_under_way'],
      }),
      adminOnly(deps),
      validateRequest('json', ChallengeBody),
      loadArena(deps),
      async (c) => {
        const { arena } = c.var
        const body = c.req.valid('json')
        await requireNoOvercharge(c, deps.db, arena)
        const raisesArena = requireBudgetRole(c, arena.settings.budgetUsd, body.budgetUsd)
        const request = { ...(await challengeRequest(deps, arena, body)), raisesArena }
        const id = await startChallenge(deps, arena, request)
        return c.json(await challengeState(deps, arena, id))
      },
    )

/**
 * The progress or the result of a challenge.
 * @param id  undefined for the open challenge, or else the latest
 */
async function challengeState({ db }: Pick<Deps, 'db'>, arena: Arena, id?: number): Promise<ChallengeState> {
  const challenge =
    id === undefined ? await selectLatestChallenge(db, arena.id) : await selectChallenge(db, arena.id, id)
  if (!challenge) return { arena: arena.slug, challenge: null }
  const isOpen = isOpenChallenge(storedChallengeState(challenge))
  const [names, run, steps] = await Promise.all([
    selectContestants(db, arena.id),
    selectLatestRun(db, arena.id),
    selectSteps(db, arena.id),
  ])
  const contestantName = (id: number) => names.find((name) => name.id === id)!.name
  const { epoch, stopped, attempt, stood, ended_at: endedAt } = challenge
  const { gate, open } = challenge.trials.at(-1)!
  const tasks = open.promptIds.length
  return {
    arena: arena.slug,
    challenge: {
      incumbent: contestantName(challenge.incumbent_id),
      challenger: contestantName(challenge.challenger_id),
      epoch,
      gate,
      leastWins: { tasks, wins: minimumChallengeWins(tasks, gate) },
      status: challenge.status === 'open' ? progressOfOpen(run) : challenge.status,
      judging: isOpen ? await judgingNow(db, challenge, run) : null,
      stopped,
      ...causeFields(isOpen ? (run ? causeOfRun(run) : null) : challenge.cause),
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

function causeFields(cause: AnyMessage | null): Pick<ChallengeProgress, 'cause' | 'finding'> {
  if (cause === null) return { cause: null }
  const { message, ...finding } = wireFields(cause)
  return { cause: message, ...finding }
}
