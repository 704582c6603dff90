/** Kills each process of a fleet under people who vote, and counts what that costs. */
import { checkArena, Voters } from '../chaos/voters.ts'
import { table } from '../bench/figures.ts'
import type { Fleet } from './fleet.ts'
import type { Piece } from './piece.ts'

const ARENA = 'support-replies'

interface DrillOptions {
  people: number
  /** How long each person waits between a vote and the next pair. */
  pauseMs: number
  /** Votes before and after each kill. */
  between: number
  /** The data folder of a server, in which a file is written for a moment. */
  folder: string
  /** The names of the processes to kill, in this order. */
  victims: readonly string[]
  /** Called after each kill. */
  report?: (kill: Kill) => void
}

interface Kill {
  /** What was killed, and what it was. */
  victim: string
  /** Seconds until the fleet was whole again. */
  whole: number
  /** The longest time between two accepted votes meanwhile, in seconds. */
  gap: number
  /** Requests of voters that were answered with 5xx, or not at all. */
  errors: number
}

interface Drilled {
  kills: Kill[]
  acknowledged: number
  lost: number
  doubled: number
  /** How many requests for a vote were sent again. */
  repeated: number
  /** What else does not hold, one sentence each. */
  problems: string[]
}

/** All that a drill kills: names of processes, and the two roles of Postgres. */
export const victimsOf = ({ servers, workers, pooler }: Fleet): string[] => [
  ...[...servers, ...workers, pooler].map(({ name }) => name),
  'standby',
  'primary',
]

export async function drill(fleet: Fleet, options: DrillOptions): Promise<Drilled> {
  const { people, pauseMs, between, folder, victims, report = () => {} } = options
  const voters = new Voters(people, ARENA, () => fleet.address, pauseMs)
  const kills: Kill[] = []
  for (const name of victims) {
    await fleet.postgres.isWhole()
    await voters.cast(between)
    const piece = pieceCalled(fleet, name)
    const victim = piece.name === name ? name : `${name} (${piece.name})`
    const [start, errors] = [performance.now(), errorsOf(voters)]
    await piece.kill()
    await Promise.all([piece.start(), fleet.postgres.isWhole()])
    const whole = (performance.now() - start) / 1000
    await voters.cast(between)
    const kill = { victim, whole, gap: gapSince(voters.moments, start), errors: errorsOf(voters) - errors }
    kills.push(kill)
    report(kill)
  }
  await voters.stop()
  const { address, postgres } = fleet
  const place = { address, dataDir: folder, databaseUrl: postgres.url, unexpectedEnds: [] }
  const { lost, doubled, problems } = await checkArena(place, voters, ARENA)
  return { kills, acknowledged: voters.ledger.length, lost, doubled, repeated: voters.repeated, problems }
}

/** @throws {Error} if there is none */
function pieceCalled(fleet: Fleet, name: string): Piece {
  if (name === 'primary' || name === 'standby') return fleet.postgres[name].piece
  const piece = fleet.pieces.find((one) => one.name === name)
  if (!piece) throw new Error(`There is no process ${name} in the cluster.`)
  return piece
}

const errorsOf = ({ failures, unanswered }: Voters): number =>
  [...failures.values()].reduce((sum, count) => sum + count, unanswered)

/** The longest time between two votes of which the second came after `start`, in seconds. */
function gapSince(moments: readonly number[], start: number): number {
  const first = moments.findIndex((moment) => moment > start)
  const gaps = moments.slice(first).map((moment, n) => moment - (moments[first + n - 1] ?? start))
  return Math.max(...gaps) / 1000
}

/** Whether nothing was lost or doubled, and all else holds. */
export const isSound = ({ lost, doubled, problems }: Drilled): boolean =>
  lost === 0 && doubled === 0 && problems.length === 0

/** The kills as a table, and a line on the votes. */
export function tableOf({ kills, acknowledged, lost, doubled, repeated, problems }: Drilled): string {
  const rows = kills.map(({ victim, gap, whole, errors }) => [
    victim,
    gap.toFixed(1),
    whole.toFixed(1),
    String(errors),
  ])
  return [
    table([['killed', 's without a vote', 's until whole', 'errors'], ...rows]),
    '',
    `${acknowledged.toLocaleString('en')} votes acknowledged, ${lost} lost, ${doubled} doubled; ${repeated} requests for a vote sent again`,
    ...problems.map((text) => `BROKEN: ${text}`),
  ].join('\n')
}
