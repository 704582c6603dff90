/** The short form of `npm run cluster -- drill`, where this machine has its programs. */
import { chmod } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { drill } from '../../workshop/cluster/drill.ts'
import { startFleet } from '../../workshop/cluster/fleet.ts'
import { findPrograms } from '../../workshop/cluster/pgbouncer.ts'
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
