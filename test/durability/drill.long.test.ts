/** The short form of `npm run cluster -- drill`, where this machine has its programs. */
import { chmod } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readOrder } from '../../workshop/cluster/cluster.ts'
import { drill, isSound, tableOf, type Drilled } from '../../workshop/cluster/drill.ts'
import { startFleet } from '../../workshop/cluster/fleet.ts'
import { findPrograms } from '../../workshop/cluster/programs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const { postgres, pgbouncer, caddy } = findPrograms()
const programs = postgres && pgbouncer && caddy ? { postgres, pgbouncer, caddy } : null
const VICTIMS = ['server-1', 'pgbouncer', 'standby', 'primary']

test.skipIf(!programs)(
  'no acknowledged vote is lost or doubled when a server, PgBouncer, the standby and the primary are killed',
  async () => {
    const folder = await temporaryFolder()
    await chmod(folder, 0o711)
    const options = { folder, servers: 2, workers: 0, port: 0, fsync: false }
    const fleet = await startFleet({ programs: programs!, ...options })
    onTestFinished(() => fleet.stop())
    const before = fleet.postgres.primary.name
    const drilled = await drill(fleet, { people: 3, pauseMs: 300, between: 5, folder, victims: VICTIMS })
    expect(drilled).toMatchObject({ lost: 0, doubled: 0, problems: [] })
    expect(drilled.acknowledged).toBeGreaterThan(VICTIMS.length * 5)
    expect(drilled.kills.map(({ victim }) => victim.split(' ')[0])).toEqual(VICTIMS)
    // the standby has taken the place of the primary, which follows it now
    expect(fleet.postgres.standby.name).toBe(before)
    const ids = fleet.pieces.map(({ pid }) => pid)
    expect(new Set(ids).size).toBe(fleet.pieces.length)
    await fleet.stop()
    expect(fleet.pieces.map(({ pid }) => pid)).toEqual(fleet.pieces.map(() => null))
  },
  240_000,
)

test('a drill that lost or doubled a vote is not sound, and its table says so', () => {
  const kills = [{ victim: 'primary (postgres-1)', gap: 1.64, whole: 4.5, errors: 2 }]
  const drilled: Drilled = { kills, acknowledged: 1891, lost: 0, doubled: 0, repeated: 7, problems: [] }
  expect(isSound(drilled)).toBe(true)
  for (const fault of [{ lost: 1 }, { doubled: 1 }, { problems: ['a job failed'] }])
    expect(isSound({ ...drilled, ...fault })).toBe(false)
  expect(tableOf({ ...drilled, lost: 3, problems: ['a job failed'] }).split('\n')).toEqual([
    'killed                s without a vote  s until whole  errors',
    'primary (postgres-1)               1.6            4.5       2',
    '',
    '1,891 votes acknowledged, 3 lost, 0 doubled; 7 requests for a vote sent again',
    'BROKEN: a job failed',
  ])
})

test('arguments that nobody knows are refused with one line', () => {
  expect(readOrder(['drill'])).toEqual({ isHelp: false, isDrill: true, port: 0 })
  expect(readOrder([])).toMatchObject({ isDrill: false, port: 4747 })
  expect(() => readOrder(['practice'])).toThrow('There is no part practice.')
  expect(() => readOrder(['--port', 'x'])).toThrow('--port must be a number up to 65535; it is x.')
})
