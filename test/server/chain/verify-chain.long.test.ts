/** Whoever has a digest can find what was changed in the database afterwards. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeDays } from '../../../server/chain/index.ts'
import { quarantineVotes } from '../../../server/integrity/index.ts'
import { arenaBySlug } from '../../../server/arenas/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { deadheatHere } from '../../scripts/deadheat.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'

const [first, second, third] = NAMES as [string, string, string]

interface Checked {
  code: number | null
  agrees: boolean
  days: number
  facts: number
  differences: { day: string | null; code: string; message: string }[]
  late: number
}

describe('verify of a chain', () => {
  let app: TestApp
  let ids: number[]

  beforeEach(async () => {
    app = await createTestApp({ clock: '2024-05-01T12:00:00Z' })
    await vote(4)
    app.clock.set('2024-05-03T12:00:00Z')
    await vote(3)
    const rows = await app.sql<{ id: number }>`select id from votes order by id`
    ids = rows.map(({ id }) => id)
    const arena = await arenaBySlug(app.deps.db, 'chained')
    await quarantineVotes(app.deps, arena, [ids[1]], 'two a second')
    await app.deps.db.transaction().execute((trx) =>
      sql`insert into retractions (arena_id, vote_id, retracted_at)
        values (${arena.id}, ${ids[2]}, ${app.clock.now()})`.execute(trx),
    )
    app.clock.set('2024-05-05T00:10:00Z')
    await closeDays(app.deps)
  })
  afterEach(() => app.close())

  const vote = (count: number) =>
    app.import({
      ...arenaOf('chained'),
      votes: Array.from({ length: count }, (_, i) =>
        voteOf([first, second, third][i % 3], [second, third, first][i % 3], 'left', {
          voter: i === 3 ? null : `v${i}`,
        }),
      ),
    })

  const get = async (path: string) => (await app.request(`/api/arenas/chained/${path}`)).text()

  async function saved(name: string, text: string): Promise<string> {
    const path = join(await temporaryFolder(), name)
    await writeFile(path, text)
    return path
  }

  async function checked(format = 'jsonl', ...more: string[]): Promise<Checked> {
    const digests = await saved('digests.json', await get('digests'))
    const facts = await saved(`facts.${format}`, await get(`export/facts.${format}`))
    const { code, stdout, stderr } = await deadheatHere(['verify', digests, facts, '--json', ...more])
    expect(stderr).toBe('')
    return { code, ...(JSON.parse(stdout) as Omit<Checked, 'code'>) }
  }

  /** Does what only somebody with the database can. */
  async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
    await app.deps.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await statement.execute(trx)
    })
  }

  const codesByDay = ({ differences }: Checked) => differences.map(({ day, code }) => `${day} ${code}`)

  it.each(['jsonl', 'json', 'csv'])('accepts unchanged facts as %s', async (format) => {
    expect(await checked(format)).toMatchObject({ code: 0, agrees: true, days: 4, facts: 9, differences: [] })
  })

  it('finds a changed outcome and names day and vote', async () => {
    await tamper(sql`update votes set outcome = 'right' where id = ${ids[5]}`)
    const result = await checked()
    expect(result.code).toBe(1)
    expect(codesByDay(result)).toEqual(['2024-05-03 chain_day_differs', '2024-05-03 chain_fact_changed'])
    expect(result.differences[1].message).toContain(`vote ${ids[5]} `)
  })

  it('finds a changed time', async () => {
    await tamper(sql`update votes set cast_at = cast_at + interval '1 microsecond' where id = ${ids[0]}`)
    expect(codesByDay(await checked())).toEqual([
      '2024-05-01 chain_day_differs',
      '2024-05-01 chain_fact_changed',
    ])
  })

  it('finds a deleted vote', async () => {
    await tamper(sql`delete from votes where id = ${ids[0]}`)
    expect(codesByDay(await checked())).toEqual([
      '2024-05-01 chain_day_differs',
      '2024-05-01 chain_votes_differ',
    ])
  })

  it('finds a deleted retraction and a deleted quarantine', async () => {
    await tamper(sql`delete from retractions`)
    expect(codesByDay(await checked())).toEqual(['2024-05-03 chain_day_differs'])
    await tamper(sql`delete from quarantines`)
    expect(codesByDay(await checked())).toEqual(['2024-05-03 chain_day_differs'])
  })

  it('finds an inserted vote before the next digest, and counts it as late afterwards', async () => {
    await tamper(sql`
      insert into votes (arena_id, battle_id, voter, outcome, source, cast_at, recorded_at)
      select arena_id, ${app.deps.chance.newId()}, voter, outcome, source, cast_at, recorded_at from votes where id = ${ids[0]}`)
    await tamper(sql`
      insert into battles (arena_id, id, criterion, prompt_id, left_contestant_id, right_contestant_id, voter, origin, shown_at)
      select b.arena_id, v.battle_id, criterion, prompt_id, left_contestant_id, right_contestant_id, b.voter, b.origin, b.shown_at
      from votes v, battles b, votes w where w.id = ${ids[0]} and b.id = w.battle_id
      and v.id = (select max(id) from votes)`)
    expect(codesByDay(await checked())).toEqual(['2024-05-01 chain_fact_uncovered'])
    app.clock.set('2024-05-06T00:10:00Z')
    await closeDays(app.deps)
    expect(await checked()).toMatchObject({ agrees: true, late: 1 })
  })

  it('finds a vote that was given to another voter', async () => {
    await tamper(sql`update votes set voter = 'v1' where id = ${ids[0]}`)
    expect((await checked()).differences.map(({ day }) => day)).toContain('2024-05-01')
  })

  it('finds a chain that was rewritten as a whole by a digest that somebody noted', async () => {
    const { digests } = JSON.parse(await get('digests')) as { digests: { day: string; digest: string }[] }
    const noted = digests[1].digest
    expect(await checked('jsonl', '--digest', noted.slice(0, 12))).toMatchObject({ code: 0 })
    await tamper(sql`delete from chain_leaves`)
    await tamper(sql`delete from chain_digests`)
    await tamper(sql`update votes set outcome = 'right' where id = ${ids[0]}`)
    await closeDays(app.deps)
    expect(await checked()).toMatchObject({ code: 0 })
    expect(codesByDay(await checked('jsonl', '--digest', noted))).toEqual(['null chain_digest_unknown'])
  })

  it('finds a link that was cut', async () => {
    const chain = JSON.parse(await get('digests')) as { digests: unknown[] }
    chain.digests.splice(1, 1)
    const facts = await saved('facts.jsonl', await get('export/facts.jsonl'))
    const { stdout, code } = await deadheatHere([
      'verify',
      await saved('d.json', JSON.stringify(chain)),
      facts,
    ])
    expect(code).toBe(1)
    expect(stdout).toContain('2024-05-04: its digest does not continue the digest before it, of 2024-05-02.')
  })

  it('shows no names of a vote that was taken back', async () => {
    const rows = (await get('export/facts.jsonl'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const taken = rows.find(({ kind, id }) => kind === 'vote' && id === ids[2])!
    expect(Object.keys(taken)).toEqual(['kind', 'id', 'day', 'recorded', 'leaf'])
  })

  it('names the newest digest in the header of every export', async () => {
    const { headers } = await app.request('/api/arenas/chained/export/votes.csv')
    expect(headers.get('deadheat-digest')).toMatch(/^2024-05-04 [0-9a-f]{64}$/)
  })

  it('names the newest digest in the terminal when it has written a file', async () => {
    const cwd = await temporaryFolder()
    const env = { DATABASE_URL: app.database.connectionString, DEADHEAT_DATA: cwd }
    const { digests } = JSON.parse(await get('digests')) as { digests: { digest: string }[] }
    const written = await deadheatHere(['export', 'chained', 'votes', '-o', 'votes.csv'], { cwd, env })
    expect(written).toMatchObject({ code: 0, stdout: '' })
    expect(written.stderr).toBe(`Wrote votes.csv.\nNewest daily digest: 2024-05-04 ${digests[0].digest}\n`)
  })

  it('refuses filters, --digest without a chain, and a file that has no facts', async () => {
    expect((await app.request('/api/arenas/chained/export/facts.csv?source=humans')).status).toBe(400)
    const digests = await saved('digests.json', await get('digests'))
    const votes = await saved('votes.csv', await get('export/votes.csv'))
    const wrongFile = await deadheatHere(['verify', digests, votes])
    expect(wrongFile).toMatchObject({ code: 2 })
    expect(wrongFile.stderr).toContain('export ARENA facts')
    expect((await deadheatHere(['verify', digests, votes, '--digest', 'xyz'])).stderr).toContain('12 to 64')
  })
})
