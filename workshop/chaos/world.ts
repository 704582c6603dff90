/** A world of `npm run chaos`: one kind of fault, what it did, and what it cost. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ArenaCheck, Voters } from './voters.ts'

export interface WorldOptions {
  seed: number
  /** How often the fault happens. */
  times: number
  /** The settings of servers and workers, as environment. */
  settings: Record<string, string>
}

/** A server for this machine alone, which publishes at once, and one behind a proxy, which does so at intervals. */
export const SETTINGS: Record<'local' | 'public', Record<string, string>> = {
  local: {},
  public: {
    DEADHEAT_TRUST_PROXY: '1',
    DEADHEAT_ORIGINS: 'https://arena.example',
    DEADHEAT_PUBLISH_EVERY: '5',
    // all people vote from this machine, where the provider is too
    DEADHEAT_VOTE_LIMIT: '0',
    DEADHEAT_ALLOW_PRIVATE_PROVIDERS: '1',
  },
}

export interface Outcome {
  /** What was done and how often, as the beginning of the printed line. */
  did: string
  /** The votes of this world; null if nobody votes in it. */
  votes: VoteOutcome | null
  /** Figures that this world alone has, such as the time to the next vote. */
  figures: string[]
  /** What does not hold, one sentence each; empty if all is well. */
  problems: string[]
}

interface VoteOutcome {
  acknowledged: number
  lost: number
  doubled: number
  /** The longest time between two acknowledged votes, in seconds. */
  longestGap: number
}

export interface ChaosWorld {
  name: string
  /** What it does, for the help. */
  about: string
  /** How often the fault happens in the command and in the test. */
  times: { long: number; short: number }
  run(options: WorldOptions): Promise<Outcome>
}

export const voteOutcome = (voters: Voters, { lost, doubled }: ArenaCheck): VoteOutcome => ({
  acknowledged: voters.ledger.length,
  lost,
  doubled,
  longestGap: voters.longestGap / 1000,
})

/** Whether a world kept every promise. */
export const isSound = ({ votes, problems }: Outcome): boolean =>
  problems.length === 0 && (votes === null || (votes.lost === 0 && votes.doubled === 0))

/** One line on a world. */
export function outcomeLine(name: string, { did, votes, figures, problems }: Outcome): string {
  const ofVotes = votes && [
    `${votes.acknowledged.toLocaleString('en')} votes acknowledged, ${votes.lost} lost, ${votes.doubled} doubled`,
    `at most ${votes.longestGap.toFixed(1)} s without an accepted vote`,
  ]
  return `${name}: ${[did, ...(ofVotes ?? []), ...figures, ...problems.map((text) => `BROKEN: ${text}`)].join('; ')}`
}

/** Runs `work` in a new folder that the user of Postgres may enter, and removes the folder. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'deadheat-chaos-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
