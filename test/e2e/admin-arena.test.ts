/** The operator's pages of an arena that was judged: what is put aside, shown, linked and exported, and their looks. */
import { beforeAll, describe, expect, test } from 'vitest'
import { isNarrow, judged, operated, signIn } from './operator.ts'
import { PHONE, WIDE } from './site.ts'
import { violations } from './violations.ts'

const there = operated()

describe('an arena that was judged', () => {
  beforeAll(() => judged(there, 'kept'), 60_000)
  const at = async (show: string, viewport = WIDE) => {
    const page = await there.site.visit(`/admin/a/kept?show=${show}`, { viewport })
    await signIn(page)
    return page
  }

  test('its votes go into quarantine with a reason, and come out again', async () => {
    const page = await at('votes')
    const box = page.getByRole('checkbox').first()
    await box.check()
    await page.getByLabel('Reason').fill('looks odd')
    await page.getByRole('button', { name: 'Put into quarantine' }).click()
    await page.getByText('1 vote went into quarantine.').waitFor()
    await page.getByLabel('Show').selectOption('in quarantine')
    await page.getByText('looks odd').waitFor()
    await expect.poll(() => page.getByRole('checkbox').count(), { timeout: 10_000 }).toBe(1)
    await page.getByRole('checkbox').check()
    await page.getByLabel('Reason').fill('was none')
    await page.getByRole('button', { name: 'Let out' }).click()
    await page.getByText('1 vote came out of quarantine.').waitFor()
    await page.getByText('There is no such vote.').waitFor()
  })

  test('a prompt whose texts were public is restored only after a question', async () => {
    const page = await at('prompts')
    await page.getByRole('button', { name: 'Retire p5' }).click()
    await page.getByRole('button', { name: 'Restore p5' }).waitFor()
    await there.site.app.deps.db
      .updateTable('prompts')
      .set({ retired_at: new Date(Date.now() - 40 * 60_000) })
      .where('key', '=', 'p5')
      .where('retired_at', 'is not', null)
      .execute()
    await page.reload()
    await page.getByRole('button', { name: 'Restore p5' }).click()
    await page.getByRole('dialog').getByText('may not be blind').waitFor()
    await page.getByRole('button', { name: 'Leave it as it is' }).click()
    await page.getByRole('button', { name: 'Restore p5' }).click()
    await page.getByRole('button', { name: 'Restore it' }).click()
    await page.getByRole('button', { name: 'Retire p5' }).waitFor()
    expect(await page.getByRole('dialog').isVisible()).toBe(false)
  })

  test('a labelling link that does not hold is said, and signs nobody out', async () => {
    const page = await at('votes')
    await page.goto(`${there.site.address}/a/kept/vote?calibrate=wrong`)
    await page.getByText('This is no labelling link of').waitFor()
    await page.goto(`${there.site.address}/admin`)
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    expect(await page.getByLabel('Admin token').count()).toBe(0)
  })

  test('prompts are found and retired; labelling is a click away; links are shown once and withdrawn', async () => {
    const page = await at('prompts')
    await page.getByLabel('Find').fill('question 3')
    await page.getByRole('button', { name: 'Retire p3' }).click()
    await page.getByRole('button', { name: 'Restore p3' }).click()
    await page.getByRole('button', { name: 'Retire p3' }).waitFor()
    await page.getByRole('link', { name: 'Judges' }).click()
    await page.getByText('not measured').waitFor()
    await page.getByRole('button', { name: 'Make a link' }).click()
    await page.getByText('This link is shown once.').waitFor()
    const shown = await page.locator('pre').innerText()
    expect(shown).toMatch(/^http.*\/a\/kept\/vote\?calibrate=/)
    await page.getByRole('button', { name: 'Withdraw' }).first().click()
    await page.getByText('withdrawn', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'Label pairs now' }).click()
    await page.getByRole('button', { name: 'Left is better' }).waitFor()
  })

  test('it is shown to others or not, exported, and its simulated votes go for good', async () => {
    const page = await at('settings')
    await page.getByLabel('Who holds the admin token').check()
    await page.getByText('That is so now.').waitFor()
    expect((await there.site.app.request('/api/arenas/kept')).status).toBe(404)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Votes as csv' }).click()
    expect((await saved).suggestedFilename()).toBe('kept-votes.csv')
    await page.getByLabel('Everybody: it is listed').check()
    await page.goto(`${there.site.address}/admin/a/support-replies?show=settings`)
    await page.getByRole('button', { name: 'Remove them' }).click()
    await page.getByText('They cannot be brought back.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove them' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove them' }).click()
    await page.getByText('640 votes removed.').first().waitFor()
  })

  test('the server goes, which is said, and comes back', async () => {
    const page = await at('judging')
    await page.getByRole('heading', { name: 'Judging is done' }).waitFor()
    await page.route('**/judging/stream', (route) => route.abort())
    await page.reload()
    await page.getByText('The server does not answer.', { exact: false }).waitFor()
    await page.unroute('**/judging/stream')
    await page.getByRole('heading', { name: 'Judging is done' }).waitFor({ timeout: 20_000 })
    expect(await page.getByText('The server does not answer.', { exact: false }).count()).toBe(0)
  })

  test.each([
    ['wide and light', WIDE, 'light'],
    ['on a phone and dark', PHONE, 'dark'],
  ] as const)(
    'every page of it, %s, has no violations and no sideways scrolling',
    async (_, viewport, colorScheme) => {
      const page = await there.site.visit('/admin', { viewport, colorScheme })
      const clean = async (path: string, ready: string) => {
        await page.goto(there.site.address + path)
        await page.getByText(ready).first().waitFor()
        expect([path, ...(await violations(page))]).toEqual([path])
        expect([path, await isNarrow(page)]).toEqual([path, true])
      }
      await clean('/admin', 'This needs the admin token.')
      await signIn(page)
      await clean('/admin', 'Customer support replies')
      await clean('/admin/new', 'Drop arena.yaml')
      await clean('/admin/new?by=wizard', 'Check it')
      await clean('/admin/a/kept', 'Judging is done')
      for (const [show, ready] of Object.entries({
        judges: 'Labelling links',
        contestants: 'birch',
        prompts: 'Question 1?',
        votes: 'Put into quarantine',
        settings: 'Who sees it',
        log: 'Arena created',
      }))
        await clean(`/admin/a/kept?show=${show}`, ready)
    },
    90_000,
  )
})
