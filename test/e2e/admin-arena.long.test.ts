/** The operator's pages of an arena that was judged: what is put aside, shown, linked and exported, and their looks. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXPORTS } from '../../server/transfer/index.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { arenaIn, asFiles, choose, goTo, isNarrow, judged, operated, signedIn, signIn } from './operator.ts'
import { PHONE, tabTo } from './site.ts'
import { violations, violationsAtBothWidths } from './violations.ts'
import { englishText, msg } from '../../shared/messages/index.ts'
import { setTimeout as later } from 'node:timers/promises'
import { ADMIN_TOKEN } from '../support/app.ts'
import { PNG } from '../support/pictures.ts'
import { alphabetically, modelsThat } from '../server/judging/judge-pair/judged-arena.ts'

const there = operated()
describe('an arena that was judged', () => {
  beforeAll(() => judged(there, 'kept'))
  const at = (show: string) => signedIn(there, `/admin/a/kept?show=${show}`)

  test('votes are quarantined with a reason, and released again', async () => {
    const page = await at('votes')
    const box = page.getByRole('checkbox').first()
    await box.check()
    await page.getByLabel('Reason for the log').fill('looks odd')
    await page.getByRole('button', { name: 'Put into quarantine' }).click()
    await page.getByText('1 vote put into quarantine.').waitFor()
    await page.getByLabel('Show').selectOption('in quarantine')
    await page.getByText('looks odd').waitFor()
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(1)
    await page.getByRole('checkbox').check()
    await page.getByLabel('Reason for the log').fill('was none')
    await page.getByRole('button', { name: 'Release' }).click()
    await page.getByText('1 vote released from quarantine.').waitFor()
    await page.getByText('No votes match.', { exact: false }).waitFor()
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

  test('pictures that judges are sent are shown, with the answers that have none and why', async () => {
    const drawings = [
      { drawn: [PNG], failure: null },
      { drawn: [PNG], failure: null },
      { drawn: [Buffer.alloc(0)], failure: 'took_too_long' as const },
    ]
    const { db } = there.site.app.deps
    const answers = await db
      .selectFrom('answers')
      .innerJoin('arenas', 'arenas.id', 'answers.arena_id')
      .where('arenas.slug', '=', 'kept')
      .select(['answers.arena_id', 'answers.id'])
      .limit(drawings.length)
      .execute()
    for (const [i, { arena_id, id }] of answers.entries())
      await db
        .updateTable('answers')
        .set({
          drawn: drawings[i]!.drawn,
          drawing: JSON.stringify({ version: 1, tries: 1, failures: [drawings[i]!.failure] }),
        })
        .where('arena_id', '=', arena_id)
        .where('id', '=', id)
        .execute()
    const page = await at('judges')
    await page.getByRole('heading', { name: 'Pictures of pages for judges' }).waitFor()
    await page.getByRole('heading', { name: 'Not drawn: 1' }).waitFor()
    await page.getByText('It took too long, or never ends.').waitFor()
    await page.getByRole('heading', { name: 'Drawn: 2' }).waitFor()
    const pictures = page.locator('figure img')
    await expect.poll(() => pictures.count()).toBe(2)
    const naturalWidth = () => page.evaluate<number>("document.querySelector('figure img').naturalWidth")
    await expect.poll(naturalWidth).toBeGreaterThan(0)
    expect((await pictures.first().boundingBox())!.width).toBeGreaterThan(200)
    expect(await violationsAtBothWidths(page)).toEqual([])
  })

  test('an invalid link shows an error and signs nobody out', async () => {
    const page = await at('votes')
    await page.goto(`${there.site.address}/a/kept/vote?calibrate=#invite=wrong`)
    await page.getByText('This is not a link of this arena').waitFor()
    await page.goto(`${there.site.address}/admin`)
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    expect(await page.getByLabel('Admin token').count()).toBe(0)
  })

  test('prompts are found and retired; a link to judged pairs is made, opened and withdrawn', async () => {
    const page = await at('prompts')
    await page.getByLabel('Find').fill('question 3')
    await page.getByRole('button', { name: 'Retire p3' }).click()
    await page.getByRole('button', { name: 'Restore p3' }).click()
    await page.getByRole('button', { name: 'Retire p3' }).waitFor()
    await page.getByRole('link', { name: 'Judges' }).click()
    await page.getByText('not measured yet').waitFor()
    await page.getByRole('link', { name: 'Ask people to vote on these pairs' }).click()
    await page.getByText('One link for anybody.').waitFor()
    expect(await page.getByLabel('Names, one a line').count()).toBe(0)
    await page.getByRole('button', { name: 'Make link' }).click()
    await page.getByText('Shown only once').waitFor()
    expect(await violationsAtBothWidths(page)).toEqual([])
    const link = page.getByRole('link', { name: '/vote?calibrate#invite=' })
    expect(await link.innerText()).toMatch(/^http.*\/a\/kept\/vote\?calibrate#invite=[\w-]{24}$/)
    await link.click()
    await page.getByRole('button', { name: 'Left is better' }).waitFor()
    await page.goto(`${there.site.address}/admin/a/kept?show=people`)
    await page.getByText('1 person').waitFor()
    await page.getByRole('button', { name: /^Judged pairs, link \d+: Withdraw$/ }).click()
    await page.getByRole('cell', { name: /^withdrawn/ }).waitFor()
    await page.goto(`${there.site.address}/a/kept/vote?calibrate`)
    // the pair that was shown before
    await page.getByRole('button', { name: 'Left is better' }).click()
    await page.getByText('This invitation was withdrawn', { exact: false }).waitFor()
  })

  test('an operator changes its visibility, exports its votes and removes its simulated votes', async () => {
    const page = await at('settings')
    await page.getByLabel('Only operators').check()
    await page.getByText('Visibility saved.').waitFor()
    expect((await there.site.app.request('/api/arenas/kept')).status).toBe(404)
    await page.getByRole('link', { name: 'Exports', exact: true }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Votes as csv' }).click()
    expect((await saved).suggestedFilename()).toBe('kept-votes.csv')
    expect(await page.getByRole('button', { name: ' as jsonl' }).count()).toBe(EXPORTS.length)
    await page.getByRole('link', { name: 'General', exact: true }).click()
    await page.getByLabel('Everybody').check()
    await page.goto(`${there.site.address}/admin/a/support-replies?show=settings`)
    await page.getByRole('button', { name: 'Remove them' }).click()
    await page.getByText('This cannot be undone.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove them' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove them' }).click()
    await page.getByText('640 votes removed.').waitFor()
  })

  test('editing shows errors at their line, and lists the changes before they are saved', async () => {
    const page = await at('settings')
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: 'Check the arena' }).waitFor()
    const amber = page.getByRole('group', { name: 'Contestant 1' }).getByLabel('System prompt')
    expect(await amber.inputValue()).toBe('You are amber.')
    await page.getByText('Answers that models generated for amber, birch, cedar').waitFor()
    await amber.fill('You are another.')
    await page.getByRole('button', { name: 'Check the arena' }).click()
    const alert = page.getByRole('alert')
    await alert.getByText(englishText(msg('made_anew', { contestants: ['amber'] }))).waitFor()
    expect(await alert.innerText()).toMatch(/arena\.yaml, line \d+, contestants\.0\s+- name: amber/)
    expect(await page.getByRole('button', { name: 'Update the arena' }).count()).toBe(0)
    await amber.fill('You are amber.')
    await page.getByLabel('Title').fill('Who answers kindest?')
    const yaml = page.getByLabel('arena.yaml', { exact: true })
    await yaml.press('ControlOrMeta+End')
    await page.keyboard.type('checks:\n- name: shouts\n  kind: contains\n  value: "!"')
    await page.getByText('prompts.jsonl', { exact: true }).and(page.locator('bdi')).click()
    const prompts = page.getByLabel('prompts.jsonl', { exact: true }).and(page.locator('textarea'))
    const rows = (await prompts.inputValue()).split('\n').filter((row) => !row.includes('"p4"'))
    await prompts.fill([...rows, '{"id":"p6","text":"One more?"}', ''].join('\n'))
    await page.getByRole('button', { name: 'Check the arena' }).click()
    await page.getByText('Adds 0 contestants, 1 prompt and 0 answers.').waitFor()
    const changes = await page.locator('dl.kinds').innerText()
    expect(changes.replace(/\s*\n\s*/g, ' · ')).toBe(
      'Settings changed · title · Prompts added · p6 · Prompts no longer in use · p4 · Checks added · shouts',
    )
    expect(await violations(page)).toEqual([])
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download prompts.jsonl' }).click()
    expect((await saved).suggestedFilename()).toBe('prompts.jsonl')
    await page.getByRole('button', { name: 'Update the arena' }).click()
    await page.getByText('Saved.').and(page.locator(':focus')).waitFor()
    await page.getByRole('heading', { name: 'Who answers kindest?' }).waitFor()
    await page.getByText('Prompts that an earlier arena.yaml removed: p4.').waitFor()
    await goTo(page, 'Settings', 'Log')
    await page.getByRole('heading', { name: 'Arena changed' }).waitFor()
  })

  const VOTES =
    'model_a,model_b,winner,question_id,id\namber,birch,model_a,p1,one\namber,amber,tie,p1,two\nbirch,cedar,tie,p2,three\n'

  test('votes and answers are imported from files only after a check that reports each row', async () => {
    const page = await at('import')
    await choose(page, { 'other.csv': 'a,b\n1,2\n' })
    await page.getByRole('alert').getByText('other.csv was not recognised by its columns').waitFor()
    await page.getByRole('button', { name: 'Remove other.csv' }).click()
    await choose(page, { 'lost.csv': VOTES.replaceAll('tie', 'hm') })
    await page.getByRole('alert').getByText('is not understood: "hm"').waitFor()
    await page.getByRole('button', { name: 'Remove lost.csv' }).click()
    await choose(page, { 'notes.csv': 'prompt,amber,birch,notes\nWhy?,So.,Thus.,fine\n' })
    await page.getByText('each of these columns belongs to a contestant: amber, birch, notes').waitFor()
    await page.getByRole('button', { name: 'Remove notes.csv' }).click()
    await choose(page, { 'votes.csv': VOTES, 'answers.csv': 'prompt,model,text\np1,dogwood,Yes\n' })
    await page.getByText('Would add 1 contestant, 0 prompts, 1 answer and 2 votes.').waitFor()
    await page.getByText('Skipped because they cannot be used: 1 row.').waitFor()
    await page.getByText('a contestant against itself').waitFor()
    expect(await violations(page)).toEqual([])
    const added = page.getByText('Added 1 contestant, 0 prompts, 1 answer and 2 votes.')
    expect(await added.count()).toBe(0)
    await page.getByRole('button', { name: 'Import 2 files' }).click()
    await added.waitFor()
    await page.getByRole('heading', { name: 'Imported' }).and(page.locator(':focus')).waitFor()
    await goTo(page, 'Settings', 'Log')
    await page.locator('li', { hasText: 'Votes added' }).first().waitFor()
    expect(await page.locator('li').first().innerText()).toMatch(/^Arena changed[^]*Votes added\s+2/)
  })

  test('each bad row is reported, also elements of a list in one line, and a file that changed after it was chosen is refused', async () => {
    const page = await at('import')
    const folder = await mkdtemp(join(tmpdir(), 'chosen-'))
    const path = join(folder, 'votes.json')
    const row = { model_a: 'amber', model_b: 'birch', winner: 'model_a', question_id: 'p1', id: 'four' }
    await writeFile(
      path,
      JSON.stringify([row, { ...row, id: 'five', judge_type: 'nobody' }, { ...row, model_b: 'amber' }]),
    )
    await page.locator('input[type=file]').setInputFiles(path)
    await page.getByText('Skipped because they cannot be used: 2 rows.').waitFor()
    for (const place of ['element 2', 'element 3']) await page.getByText(place).waitFor()
    await writeFile(path, JSON.stringify([row]))
    await page.getByRole('button', { name: 'Import 1 file' }).click()
    await page.getByRole('alert').getByText('votes.json has changed on disk').waitFor()
    expect(await page.getByRole('button', { name: 'Import ' }).count()).toBe(0)
    await rm(folder, { recursive: true })
  })

  test('the page reports that the server is gone, and continues when it is back', async () => {
    const page = await at('judging')
    await page.getByRole('heading', { name: 'Judging is done' }).waitFor()
    await page.route('**/judging/stream', (route) => route.abort())
    await page.reload()
    await page.getByText('The server does not answer.', { exact: false }).waitFor()
    await page.unroute('**/judging/stream')
    await page.getByRole('heading', { name: 'Judging is done' }).waitFor()
    expect(await page.getByText('The server does not answer.', { exact: false }).count()).toBe(0)
  })
})

/** The operator's page: signing in, and an arena from its files to its judged board. */
test('signing in: a wrong token shows an error, a right one is never shown, and signing out forgets it', async () => {
  const page = await there.site.visit('/admin')
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  await page.getByLabel('Admin token').fill('not-the-token-at-all')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The server does not know this token.', { exact: false }).waitFor()
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
  const page = await signedIn(there, '/admin/new?by=form')
  const broken = [{ name: 'careful', provider: 'nowhere', model: 'judge-1', rubric: 'tone.md' }]
  await choose(page, arenaIn(there.models, 'by-mouse', { judges: broken }))
  const alert = page.getByRole('alert')
  await alert.getByText('2 problems to fix first').waitFor()
  expect(await alert.innerText()).toMatch(
    /arena\.yaml, line \d+, judges\.0\.provider\s+provider: nowhere\s+there is no/,
  )
  expect(await violations(page)).toEqual([])

  there.models.become({ reply: modelsThat(alphabetically), latencyMs: 60 })
  await choose(page, arenaIn(there.models, 'by-mouse', {}, 20))
  await page.getByText('Adds 3 contestants, 20 prompts and 0 answers.').waitFor()
  await page.getByText('60 answers to generate, 60 judgements in both orders: 180 calls.').waitFor()
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
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('heading', { name: 'Judging is paused' }).waitFor()
  expect(await violationsAtBothWidths(page)).toEqual([])
  await page.getByRole('link', { name: 'Overview' }).first().click()
  const next = page.getByRole('heading', { name: /^Next: resume judging\. Judging is paused\. / })
  await next.getByRole('link').click()
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

/** The ways of an operator to a judged arena: by keyboard alone, and on a phone. */
test('by keyboard alone: from the token to an arena that is judged to its end', async () => {
  const page = await there.site.visit('/admin')
  const to = (name: string, role: 'button' | 'link' = 'button') =>
    tabTo(page, page.getByRole(role, { name, exact: true }).first())
  await tabTo(page, page.getByLabel('Admin token'))
  await page.keyboard.type(ADMIN_TOKEN)
  await page.keyboard.press('Enter')
  await to('New arena', 'link')
  await page.keyboard.press('Enter')
  await to('arena.yaml', 'link')
  await page.keyboard.press('Enter')
  // intercepted early: otherwise the browser may open its own dialog first
  const choosing = page.waitForEvent('filechooser')
  await tabTo(page, page.getByLabel('Drop arena.yaml'))
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(asFiles(arenaIn(there.models, 'by-keyboard')))
  await to('Create the arena')
  await page.keyboard.press('Enter')
  await to('Next: add answers.', 'link')
  await page.keyboard.press('Enter')
  await to('Start judging')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Judging is done' }).waitFor()
  await to('Content', 'link')
  await page.keyboard.press('Enter')
  await to('Retire amber')
  await page.keyboard.press('Enter')
  await to('Restore amber')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Retire amber' }).waitFor()
  expect(await page.getByRole('button', { name: 'Restore', exact: false }).count()).toBe(0)
})

test('on a phone: from a pasted table to an arena that people vote on', async () => {
  const page = await signedIn(there, '/admin/new', { viewport: PHONE })
  await page
    .getByLabel('Or paste it')
    .fill('prompt\tTerse\t<b>Warm</b>\nLate?\tYes.\tI am sorry, yes.\nLost?\tNo.\t"Not at all, no."\n')
  await page.keyboard.press('Tab')
  await page.getByText('Would add 2 contestants, 2 prompts, 4 answers and 0 votes.').waitFor()
  expect(await isNarrow(page)).toBe(true)
  await page.getByLabel('Title').fill('Which café answers best?')
  expect(await page.getByLabel('Address').inputValue()).toBe('which-cafe-answers-best')
  await page.getByRole('button', { name: 'Create the arena' }).click()
  await page.getByRole('link', { name: '/vote' }).click()
  await page.getByText('Not at all, no.').or(page.getByText('I am sorry, yes.')).first().waitFor()
})
