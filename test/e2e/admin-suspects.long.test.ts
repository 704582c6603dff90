/** The operator's page lists suspected voters, and one click puts their votes into quarantine or releases them. */
import { beforeAll, describe, expect, test } from 'vitest'
import { arenaNamed } from '../../server/arenas/index.ts'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf, NAMES } from '../server/arena-import.ts'
import { ADMIN_TOKEN } from '../support/app.ts'
import { operated, signIn } from './operator.ts'
import { PHONE } from './site.ts'
import { violations } from './violations.ts'

const there = operated()

describe('suspects on the page of an operator', () => {
  beforeAll(async () => {
    const { app } = there.site
    await importInto(app.deps, arenaOf('suspected'))
    const shown = await app.request('/api/arenas/suspected/battles', { json: {} })
    const { battle, ticket } = (await shown.json()) as { battle: { id: string }; ticket: string }
    const cookie = shown.headers.get('set-cookie')!.split(';')[0]
    await app.request(`/api/battles/${battle.id}/vote`, {
      json: { ticket, outcome: 'left' },
      headers: { cookie },
    })
    const { id } = await arenaNamed(app.deps.db, 'suspected')
    const { voter } = await app.deps.db
      .selectFrom('votes')
      .select('voter')
      .where('arena_id', '=', id)
      .executeTakeFirstOrThrow()
    const values = { contestant: NAMES[0], votes: 40, met: 40, won: 40, lost: 0, by: 'voter' }
    const group = { contestant: NAMES[0], expected: 3, voters: 9, by: 'burst' }
    await app.deps.db
      .insertInto('suspicions')
      .values([
        {
          arena_id: id,
          subject: voter,
          finding: JSON.stringify({ code: 'voter_favours', values }),
          found_at: app.clock.now(),
          log_e: Math.log(2345.5),
        },
        {
          arena_id: id,
          subject: 'burst',
          finding: JSON.stringify({ code: 'group_favours', values: group }),
          found_at: app.clock.now(),
          log_e: 40,
        },
      ])
      .execute()
  })

  test('shows finding, evidence and state, and acts in one click, in both languages', async () => {
    const page = await there.site.visit('/admin/a/suspected?show=voters')
    await signIn(page)
    const row = page.getByRole('row', { name: 'won 40 and lost 0' })
    await row.getByText('2,345').waitFor()
    await row.getByText('its votes count').waitFor()
    const group = page.getByRole('row', { name: 'a group' })
    expect(await group.getByText('over 1,000,000,000').count()).toBe(1)
    expect(await group.getByRole('button').count()).toBe(0)
    await row.getByRole('button', { name: 'Quarantine all votes of' }).click()
    await page.getByText('1 vote put into quarantine.').waitFor()
    await row.getByText('in quarantine').waitFor()
    expect(await violations(page)).toEqual([])
    await row.getByRole('button', { name: 'Release all votes of' }).click()
    await page.getByText('1 vote released.').waitFor()
    await row.getByText(/^released/).waitFor()

    const phone = await there.site.visit('/admin/a/suspected?show=voters', {
      viewport: PHONE,
      locale: 'de',
      colorScheme: 'dark',
    })
    await phone.locator('input[type=password]').first().fill(ADMIN_TOKEN)
    await phone.keyboard.press('Enter')
    await phone.getByRole('heading', { name: 'Verdächtige' }).waitFor()
    await phone.getByText(/^freigegeben/).waitFor()
    expect(await violations(phone)).toEqual([])
  })
})
