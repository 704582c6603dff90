/** The pages of an operator: lists, roles, removed arenas, texts, suspects, and judges. */
import { expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf, NAMES, voteOf } from '../server/arena-import.ts'
import { isNarrow, operated, signedIn } from './operator.ts'
import { violations, violationsAtBothWidths } from './violations.ts'
import type { NewOperatorToken, Outcome } from '../../shared/contracts/index.ts'
import { Visitor } from '../server/visitor.ts'
import { PHONE } from './site.ts'
import { arenaForOperator } from '../../server/arenas/index.ts'

const there = operated()

test('contestants, prompts and the log are searched, and findings stand beside their rows', async () => {
  const says = (name: string, n: number) => (n > 1 ? `${name.length} to ${n}` : 'Same.')
  await importInto(there.site.app.deps, arenaOf('many', { prompts: 130, says }))
  await importInto(
    there.site.app.deps,
    arenaOf('many', { names: [1, 2, 3, 4, 5, 6].map((n) => `Silent ${n}`), prompts: 130, says: () => null }),
  )
  const page = await signedIn(there, '/admin/a/many?show=contestants')
  await page.getByText('no answers').first().waitFor()
  await page.getByLabel('Find').fill('quill')
  await page.getByText('1 of 9').waitFor()
  expect([await page.getByText(NAMES[1]).count(), await violations(page)]).toEqual([0, []])
  await page.goto(`${there.site.address}/admin/a/many?show=prompts`)
  await page.getByText('all answers are alike').waitFor()
  await page.getByText('100 of 130').waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('130 of 130').waitFor()
  await page.getByLabel('Find').fill('question 77')
  await page.getByText('1 of 1').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect([await isNarrow(page), await violations(page)]).toEqual([true, []])
  await page.goto(`${there.site.address}/admin/a/many?show=log`)
  await page.getByRole('combobox', { name: 'Event' }).selectOption('arena_created')
  await expect.poll(() => page.getByRole('listitem').count()).toBe(1)
  await page.getByLabel('Find').fill('zzz')
  await page.getByText('Nothing matches.').waitFor()
  expect([await isNarrow(page), await violations(page)]).toEqual([true, []])
})

test('a token that reads sees everything, and is told which role a change needs', async () => {
  const { app, address } = there.site
  await importInto(app.deps, arenaOf('guarded'))
  const page = await there.site.visit('/admin')
  const made = await app.asAdmin('/api/admin/tokens', { name: 'reader', role: 'read' })
  await page.getByLabel('Admin token').fill(((await made.json()) as NewOperatorToken).token)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Arena guarded' }).click()
  await page.getByText('Next: send the link.').waitFor()
  await page.goto(`${address}/admin/a/guarded?show=contestants`)
  await page
    .getByRole('button', { name: /^Retire/ })
    .first()
    .click()
  await page.getByRole('alert').getByText('role admin').waitFor()
  expect(await violations(page)).toEqual([])
})

/** The operator removes an arena on its page, once its name is typed, archives it, or makes another of it. */
test('an arena goes only when its name is typed, and the list says that it was removed', async () => {
  await importInto(there.site.app.deps, arenaOf('leaving'))
  const page = await signedIn(there, '/admin/a/leaving?show=settings')
  const button = page.getByRole('button', { name: 'Remove for good' })
  await page.getByLabel('Type leaving to confirm').fill('leavin')
  expect(await button.isDisabled()).toBe(true)
  await page.getByLabel('Type leaving to confirm').fill('leaving')
  await button.click()
  await page.getByRole('heading', { name: 'Removed arenas' }).waitFor()
  await page.getByText(/^leaving ·/).waitFor()
  expect(await violations(page)).toEqual([])
  expect((await page.request.get(`${there.site.address}/api/arenas/leaving`)).status()).toBe(404)
})

test('an arena goes out as a file and comes in under another name', async () => {
  await importInto(there.site.app.deps, arenaOf('original'))
  const page = await signedIn(there, '/admin/a/original?show=settings')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the archive' }).click()
  const file = await (await downloading).path()
  await page.goto(`${there.site.address}/admin/new?by=archive`)
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByLabel('Address').fill('original')
  await page.getByRole('button', { name: 'Create the arena' }).click()
  await page.getByRole('alert').getByText('There already is an arena "original"').waitFor()
  await page.getByLabel('Address').fill('second')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Create the arena' }).click()
  await page.waitForURL(`${there.site.address}/admin/a/second`)
})

/** The operator's page shows which answers name their model, releases a false alarm, and erases people and texts. */
test('answers that name their model are released as a false alarm with a reason, and held again', async () => {
  const [first, second] = NAMES as [string, string]
  const says = (name: string, prompt: number) =>
    name === first && prompt === 1 ? 'I am Claude, and I say so.' : `${name.length} ${prompt} ${name}`
  await importInto(
    there.site.app.deps,
    arenaOf('leaky', { says, votes: [voteOf(first, second, 'left', { prompt: 'p1', voter: 'v1' })] }),
  )
  const page = await signedIn(there, '/admin/a/leaky?show=contestants')
  await page.getByRole('heading', { name: 'Leaks' }).waitFor()
  await page.getByText('says who wrote it: “I am Claude”').last().waitFor()
  const release = page.getByRole('button', { name: 'Release: leak in p1' })
  const reason = page.getByLabel('Reason for the log', { exact: true })
  expect(await release.isDisabled()).toBe(true)
  await reason.fill('a play')
  await release.click()
  await page.getByText('Released. Counted again: 1 vote.').waitFor()
  await page.getByText('a play').waitFor()
  expect(await violations(page)).toEqual([])
  await reason.fill('no play')
  await page.getByRole('button', { name: 'Hold again: leak in p1' }).click()
  await page.getByText('Held again. No longer counted: 1 vote.').waitFor()
})

test('a person and a text are erased after a question, and unknown ones are named', async () => {
  const [first, second] = NAMES as [string, string]
  const votes = [voteOf(first, second, 'left', { prompt: 'p1', voter: 'ada@example.org' })]
  await importInto(there.site.app.deps, arenaOf('erasing', { votes }))
  const page = await signedIn(there, '/admin/a/erasing?show=erase', { viewport: PHONE })
  const person = page.getByLabel('Voter or battle id')
  await person.fill('nobody')
  await page.getByRole('button', { name: 'Erase person …' }).click()
  await page.getByRole('button', { name: 'Erase for good' }).click()
  await page.getByText('has no voter or battle "nobody"').waitFor()
  await person.fill('ada@example.org')
  await page.getByRole('button', { name: 'Erase person …' }).click()
  await page.getByRole('dialog').getByText('There is no undo.').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Erase for good' }).click()
  await page.getByText(/Erased. The voter of 1 battle is now erased-[0-9a-f]{16}\./).waitFor()
  await page.getByLabel('Prompt id').fill('p2')
  await page.getByRole('button', { name: 'Erase text …' }).click()
  await page.getByRole('button', { name: 'Erase for good' }).click()
  await page.getByText('Erased: 3 answers.').waitFor()
  expect(await isNarrow(page)).toBe(true)
})

/** The operator's page lists suspected voters, and one click puts their votes into quarantine or releases them. */
test('a suspect shows finding, evidence and state, and its votes go into quarantine and out in one click', async () => {
  const { app } = there.site
  await importInto(app.deps, arenaOf('suspected'))
  const visitor = new Visitor(app)
  await visitor.vote(await visitor.battle('suspected'), 'left')
  const { id } = await arenaForOperator(app.deps.db, 'suspected')
  const { voter } = await app.deps.db
    .selectFrom('votes')
    .select('voter')
    .where('arena_id', '=', id)
    .executeTakeFirstOrThrow()
  const values = { way: 'for', contestant: NAMES[0], votes: 40, met: 40, won: 40, lost: 0, by: 'voter' }
  const groupValues = { way: 'for', contestant: NAMES[0], expected: 3, voters: 9, by: 'burst' }
  await app.deps.db
    .insertInto('suspicions')
    .values([
      {
        arena_id: id,
        subject: voter,
        finding: JSON.stringify({ code: 'voter_aims', values }),
        found_at: app.clock.now(),
        log_e: Math.log(2345.5),
      },
      {
        arena_id: id,
        subject: 'burst',
        finding: JSON.stringify({ code: 'group_aims', values: groupValues }),
        found_at: app.clock.now(),
        log_e: 40,
      },
    ])
    .execute()

  const page = await signedIn(there, '/admin/a/suspected')
  await page
    .getByRole('heading', { name: /^First: look at the suspects\. The votes of 1 voter look/ })
    .waitFor()
  await page.getByText('The votes of a group look like an attack.').waitFor()
  expect(await violationsAtBothWidths(page)).toEqual([])
  await page.getByRole('link', { name: 'First: look at the suspects.' }).click()
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
  await page.reload()
  await row.getByText(/^released/).waitFor()
  expect(await violationsAtBothWidths(page)).toEqual([])
  // an operator has decided
  await page.goto(`${there.site.address}/admin/a/suspected`)
  await page.getByRole('heading', { name: /^Next: / }).waitFor()
})

test('the overview says that it is loading, and nothing of an arena that is not loaded yet', async () => {
  const { app, address } = there.site
  await importInto(app.deps, arenaOf('late'))
  const visitor = new Visitor(app)
  await visitor.vote(await visitor.battle('late'), 'left')
  const page = await signedIn(there, '/admin')
  const coming = Promise.withResolvers<void>()
  await page.route(/\/leaderboard\/stream/, async (route) => {
    await coming.promise
    await route.continue()
  })
  await page.goto(`${address}/admin/a/late`)
  await page.getByRole('heading', { name: 'Votes' }).waitFor()
  expect(await page.getByText('Loading …').count()).toBe(2)
  expect(await page.getByText(/Next: |of about|^0 votes/).count()).toBe(0)
  expect(await violations(page)).toEqual([])
  coming.resolve()
  await page.getByRole('heading', { name: 'Next: wait. 1 of about 30 votes' }).waitFor()
  expect(await page.getByText('Loading …').count()).toBe(0)
})

test('who comes to add a judge begins at the choice, on a phone too', async () => {
  await importInto(there.site.app.deps, arenaOf('unjudged'))
  const page = await signedIn(there, '/admin/a/unjudged?show=judges', { viewport: PHONE })
  await page.getByRole('link', { name: 'Add a judge' }).click()
  const choice = page.getByLabel('A model judges, too')
  await choice.and(page.locator(':focus')).waitFor()
  const { y } = (await choice.boundingBox())!
  expect([y > 0, y < PHONE.height]).toEqual([true, true])
})

test('a board shows that it waits for another source', async () => {
  const { app, address } = there.site
  await importInto(app.deps, arenaOf('slow'))
  const page = await there.site.visit('/a/slow')
  await page.getByRole('heading', { name: 'No votes yet' }).waitFor()
  const line = "getComputedStyle(document.querySelector('main'), '::before').position"
  expect(await page.evaluate(line)).not.toBe('fixed')
  const coming = Promise.withResolvers<void>()
  await page.route(/source=all/, async (route) => {
    await coming.promise
    await route.continue()
  })
  await page.evaluate(
    `history.pushState(null, '', '${address}/a/slow?source=all'); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await expect.poll(() => page.evaluate(line)).toBe('fixed')
  coming.resolve()
  await expect.poll(() => page.evaluate(line)).not.toBe('fixed')
})

test('a part of the page that cannot be loaded says so, with a way to try again', async () => {
  await importInto(there.site.app.deps, arenaOf('gone'))
  const page = await signedIn(there, '/admin/a/gone?show=settings')
  await page.getByText('Who sees it').waitFor()
  await page.route(/Log/, (route) => route.abort())
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  await page.getByText('This page could not be loaded.').waitFor()
  expect(await violations(page)).toEqual([])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Load again' }).click()
  await page.getByRole('heading', { name: 'Arena created' }).waitFor()
  // a page keeps its way home
  await page.route(/AdminPage/, (route) => route.abort())
  await page.goto(`${there.site.address}/a/gone`)
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await page.getByText('The server cannot be reached, or it was updated.').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Deadheat' }).click()
  await page.getByRole('link', { name: 'Arena gone' }).first().waitFor()
})

const PROMPTS = 24
const JUDGES: Record<string, (n: number) => Outcome> = {
  careful: (n) => (n % 3 === 0 ? 'right' : 'left'),
  quick: (n) => (n % 4 === 0 ? 'tie' : n % 3 === 0 ? 'right' : 'left'),
  'a judge with a rather long name': (n) => (n % 5 === 0 ? 'left' : n % 3 === 0 ? 'right' : 'left'),
}

/** The table of how far judges agree with each other, for operators. */
test('the page of judges shows α of all and κ of each two, on a phone in the dark', async () => {
  const [first, second] = NAMES as [string, string]
  const votes = Object.entries(JUDGES).flatMap(([voter, outcomeOf]) =>
    Array.from({ length: PROMPTS }, (_, n) => ({
      ...voteOf(first, second, outcomeOf(n)),
      source: 'judge' as const,
      voter,
      prompt: `p${n + 1}`,
    })),
  )
  await importInto(there.site.app.deps, arenaOf('jury', { votes, prompts: PROMPTS }))
  await there.site.app.settle()
  const page = await signedIn(there, '/admin/a/jury?show=judges', { viewport: PHONE, colorScheme: 'dark' })
  const table = page.getByRole('table').filter({ hasText: 'Beyond chance' })
  await table.getByText('All 3 together').waitFor()
  expect(await table.getByRole('row').count()).toBe(1 + 1 + 3)
  // they differ only where the second says tie, on 6 of 24
  const pair = table.getByRole('row').filter({ hasText: 'careful' }).filter({ hasText: 'quick' })
  expect(await pair.innerText()).toMatch(/κ 0\.\d\d \(.*75\s?%/s)
  expect(await violations(page)).toEqual([])
  expect(await isNarrow(page)).toBe(true)
})
