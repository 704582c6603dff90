/** The operator's page: signing in, and an arena from its files to its judged board. */
import { setTimeout as later } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ADMIN_TOKEN } from '../support/app.ts'
import { alphabetically, modelsThat } from '../server/judging/judge-pair/judged-arena.ts'
import { arenaIn, goTo, operated, picker, signIn } from './operator.ts'
import { violations } from './violations.ts'

const there = operated()

test('signing in: a wrong token shows an error, a right one is never shown, and signing out forgets it', async () => {
  const page = await there.site.visit('/admin')
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  await page.getByLabel('Admin token').fill('not-the-token-at-all')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This token is not known here, or it was withdrawn.').waitFor()
  await signIn(page)
  await page.getByRole('link', { name: 'Customer support replies' }).waitFor()
  expect(await page.content()).not.toContain(ADMIN_TOKEN)
  expect([page.url(), ...requestedUrls].join(' ')).not.toContain(ADMIN_TOKEN)
  await page.reload()
  await page.getByRole('link', { name: 'Customer support replies' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Admin token').waitFor()
  await page.reload()
  await page.getByLabel('Admin token').waitFor()
  expect(await page.evaluate('JSON.stringify(sessionStorage) + document.cookie')).not.toContain(ADMIN_TOKEN)
})

test('by mouse: broken files show an error for each line; corrected, they become an arena that is judged, paused and ended', async () => {
  const page = await there.site.visit('/admin/new?by=files')
  await signIn(page)
  const broken = [{ name: 'careful', provider: 'nowhere', model: 'judge-1', rubric: 'tone.md' }]
  await picker(page).setInputFiles(arenaIn(there.models, 'by-mouse', { judges: broken }))
  const alert = page.getByRole('alert')
  await alert.getByText('2 problems to fix first').waitFor()
  expect(await alert.innerText()).toMatch(
    /arena\.yaml, line \d+, judges\.0\.provider\s+provider: nowhere\s+there is no/,
  )
  expect(await violations(page)).toEqual([])

  there.models.become({ reply: modelsThat(alphabetically), latencyMs: 60 })
  await picker(page).setInputFiles(arenaIn(there.models, 'by-mouse', {}, 20))
  await page.getByText('Adds 3 contestants, 20 prompts and 0 answers.').waitFor()
  await page.getByText('180 calls: 60 answers to generate and 60 judgements').waitFor()
  await page.getByText('MODELS_KEY is set').waitFor()
  // the next step is said once the answers are known, so the link leads to one place only
  await page.route('**/by-mouse/contestants', async (route) => {
    await later(500)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Create the arena' }).click()
  await page.getByRole('link', { name: 'Next: add answers.' }).click()
  await page.getByText('Nothing has been judged here yet.').waitFor()
  await page.getByRole('button', { name: 'Start judging' }).click()
  await page.getByRole('heading', { name: 'Judging is running' }).waitFor()
  const bar = page.getByRole('progressbar', { name: 'Progress of judging' })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('heading', { name: 'Judging is paused' }).waitFor()
  await page.getByLabel('Total budget').fill('0.5')
  await page.getByRole('button', { name: 'Set the budget' }).click()
  await page.getByText('$0.50', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('heading', { name: 'Judging is running' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByText('Another run judges the rest.').waitFor()
  await page.getByRole('button', { name: 'End it' }).click()
  await page.getByRole('heading', { name: 'Judging was cancelled' }).waitFor()
  await goTo(page, 'Settings', 'Log')
  await page.getByRole('heading', { name: 'Judging cancelled' }).waitFor()
  expect(await page.locator('li h2').allInnerTexts()).toEqual([
    'Judging cancelled',
    'Judging resumed',
    'Budget changed',
    'Judging paused',
    'Judging started',
    'Arena created',
  ])
})
