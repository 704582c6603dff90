/** The features of features.ts, as app, workers and verbs use them. */
import type { Hono } from 'hono'
import type { Schema } from 'hono/types'
import * as features from './features.ts'
import type { ArenaHooks } from './platform/deps.ts'
import type { Env } from './platform/http/http.ts'
import { judgingRuns } from './judging/index.ts'
import { DECIDE_TASK } from './arenas/index.ts'
import { decideAfterVote, decideAll } from './ratings/index.ts'
import { settleVoterVotes } from './votes/index.ts'
import { runKinds, type RunDeps, type RunKind } from './runs/index.ts'

interface Feature extends ArenaHooks {
  routes?(deps: RunDeps): Hono<Env, Schema>
  /** Jobs by name. */
  tasks?: Readonly<Record<string, (deps: RunDeps, payload: never) => Promise<unknown>>>
  /** Whether this process runs the jobs; without it, every process does. */
  works?(deps: RunDeps): boolean
  /** When jobs start by themselves. */
  crontab?: string
  /** Queues what waits, before a process begins to work. */
  beforeWork?(deps: RunDeps): Promise<void>
  runs?: RunKind
}

/** Decisions follow votes as features do, and are none that could be left out. */
const decisions: Feature = {
  afterVote: decideAfterVote,
  tasks: { [DECIDE_TASK]: decideAll },
  crontab: `* * * * * ${DECIDE_TASK} ?queue=${DECIDE_TASK}&jobKey=${DECIDE_TASK}`,
  beforeWork: decideAll,
}

/** Whoever goes on to another pair has decided the one before. */
const choices: Feature = { beforeDraw: settleVoterVotes }

export const FEATURES: readonly Feature[] = [decisions, choices, ...Object.values(features)]

type WithRoutes = Extract<(typeof features)[keyof typeof features], { routes: unknown }>

type Routes = ReturnType<WithRoutes['routes']>

/** The routes of all features, for the typed client. */
export type FeatureRoutes = Routes extends Hono<Env, infer Some> ? Some : never

export const RUN_KINDS = runKinds([judgingRuns, ...FEATURES.flatMap(({ runs }) => runs ?? [])])
