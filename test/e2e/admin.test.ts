/** The operator's page: an arena from its files to its judged board, by mouse, by keyboard alone, and on a phone. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { stringify } from 'yaml'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startModelServer } from '../../scripts/model-server/index.ts'
import type { ModelServer } from '../../scripts/model-server/index.ts'
import { ADMIN_TOKEN } from '../support/app.ts'
import { lines } from '../server/exchange/arena-files.ts'
import { alphabetically, KEYS, modelsThat } from '../server/judging/running/judged-arena.ts'
import { openSite, PHONE, WIDE } from './site.ts'
import type { Site } from './site.ts'

let site: Site
let models: ModelServer
beforeAll(async () => {
  models = await startModelServer({ reply: modelsThat(alphabetically) })
  site = await openSite({ clock: 'runs', env: KEYS })
}, 60_000)
afterAll(async () => {
  await site?.close()
  await models?.close()
})
beforeEach(() => models.become({ reply: modelsThat(alphabetically), latencyMs: 0 }))

/** Models that have a price. */
const WRITER = 'gpt-4o-mini-2024-07-18'
const JUDGE = 'gpt-4.1-mini-2025-04-14'

/** Files as they are chosen, without a folder to lie in. */
function arenaIn(slug: string, change: object = {}, prompts = 6) {
  const made = (name: string) => ({ name, provider: 'local', model: WRITER, system: `You are ${name}.` })
  const described = {
    arena: slug,
    title: `Who answers best in ${slug}?`,
    contestants: ['amber', 'birch', 'cedar'].map(made),
    prompts: 'prompts.jsonl',
    judges: [{ name: 'careful', provider: 'local', model: JUDGE, rubric: 'overall' }],
    providers: {
      local: { type: 'openai', baseUrl: models.openAiUrl, apiKeyEnv: 'MODELS_KEY', concurrency: 2 },
    },
    ...change,
  }
  const rows = Array.from({ length: prompts }, (_, i) => ({ id: `p${i}`, text: `Question ${i}?` }))
  const texts = { 'arena.yaml': stringify(described), 'prompts.jsonl': lines(rows) }
  return Object.entries(texts).map(([name, text]) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  }))
}

const picker = (page: Page) => page.locator('input[type=file]')

async function signIn(page: Page): Promise<void> {
  page.setDefaultTimeout(10_000)
  await page.getByLabel('Admin token').fill(ADMIN_TOKEN)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}

/** An arena with its answers and judgements, by the page's own routes. */
async function judged(slug: string): Promise<void> {
  const page = await site.visit('/admin/new')
  await signIn(page)
  await picker(page).setInputFiles(arenaIn(slug))
  await page.getByRole('button', { name: 'Create the arena' }).click()
  await page.getByRole('button', { name: 'Start judging' }).click()
  await page.getByRole('heading', { name: 'Judging is done' }).waitFor({ timeout: 15_000 })
  await page.context().close()
}

const isNarrow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')

test('signing in: a wrong token is said, a right one is nowhere to be seen, and signing out forgets it', async () => {
  const page = await site.visit('/admin')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByLabel('Admin token').fill('not-the-token-at-all')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This is not the admin token.').waitFor()
  await signIn(page)
  await page.getByRole('link', { name: 'Customer support replies' }).waitFor()
  expect(await page.content()).not.toContain(ADMIN_TOKEN)
  expect([page.url(), ...asked].join(' ')).not.toContain(ADMIN_TOKEN)
  await page.reload()
  await page.getByRole('link', { name: 'Customer support replies' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Admin token').waitFor()
  await page.reload()
  await page.getByLabel('Admin token').waitFor()
  expect(await page.evaluate('JSON.stringify(sessionStorage) + document.cookie')).not.toContain(ADMIN_TOKEN)
})

test('by mouse: broken files are told line by line, mended ones become an arena that is judged, paused and ended', async () => {
  const page = await site.visit('/admin/new')
  await signIn(page)
  const broken = [{ name: 'careful', provider: 'nowhere', model: 'judge-1', rubric: 'tone.md' }]
  await picker(page).setInputFiles(arenaIn('by-mouse', { judges: broken }))
  const alert = page.getByRole('alert')
  await alert.getByText('2 things to mend').waitFor()
  expect(await alert.innerText()).toMatch(
    /arena\.yaml, line \d+, judges\.0\.provider\s+provider: nowhere\s+there is no/,
  )

  models.become({ reply: modelsThat(alphabetically), latencyMs: 60 })
  await picker(page).setInputFiles(arenaIn('by-mouse', {}, 20))
  await page.getByText('Adds 3 contestants, 20 prompts and 0 answers.').waitFor()
  await page.getByText('180 calls for 60 answers to make and 60 judgements').waitFor()
  await page.getByText('MODELS_KEY is set').waitFor()
  await page.getByRole('button', { name: 'Create the arena' }).click()
  await page.getByText('Nothing was judged here yet.').waitFor()
  await page.getByRole('button', { name: 'Start judging' }).click()
  await page.getByRole('heading', { name: 'Judging is running' }).waitFor()
  const bar = page.getByRole('progressbar', { name: 'How far judging has come' })
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { timeout: 10_000 })
    .toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('heading', { name: 'Judging is paused' }).waitFor()
  await page.getByLabel('Budget in US dollars').fill('0.5')
  await page.getByRole('button', { name: 'Set the budget' }).click()
  await page.getByText('$0.50', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('heading', { name: 'Judging is running' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByText('What was judged stays').waitFor()
  await page.getByRole('button', { name: 'End it' }).click()
  await page.getByRole('heading', { name: 'Judging was cancelled' }).waitFor()
  await page.getByRole('link', { name: 'Log' }).click()
  await page.getByText('Judging cancelled').waitFor()
  expect(await page.locator('li h2').allInnerTexts()).toEqual([
    'Judging cancelled',
    'Judging resumed',
    'Budget changed',
    'Judging paused',
    'Judging started',
    'Arena created',
  ])
})

test('by keyboard alone: from the token to an arena that is judged to its end', async () => {
  const page = await site.visit('/admin')
  const to = async (name: string, role: 'button' | 'link' = 'button') => {
    const wanted = page.getByRole(role, { name, exact: true }).first()
    await wanted.waitFor()
    for (let n = 0; n < 60; n++) {
      if ((await wanted.and(page.locator(':focus')).count()) > 0) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never comes to ${name}`)
  }
  await page.getByLabel('Admin token').waitFor()
  for (let n = 0; n < 10; n++) {
    if ((await page.getByLabel('Admin token').and(page.locator(':focus')).count()) > 0) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type(ADMIN_TOKEN)
  await page.keyboard.press('Enter')
  await to('New arena', 'link')
  await page.keyboard.press('Enter')
  await to('Choose files')
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(arenaIn('by-keyboard'))
  await to('Create the arena')
  await page.keyboard.press('Enter')
  await to('Start judging')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Judging is done' }).waitFor({ timeout: 30_000 })
  await to('Contestants', 'link')
  await page.keyboard.press('Enter')
  await to('Retire amber')
  await page.keyboard.press('Enter')
  await to('Restore amber')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Retire amber' }).waitFor()
  expect(await page.getByRole('button', { name: 'Restore', exact: false }).count()).toBe(0)
})

test('on a phone: step by step, from pasted answers to an arena that people vote on', async () => {
  const page = await site.visit('/admin/new?by=wizard', { viewport: PHONE })
  await signIn(page)
  await page.getByLabel('Title, as a question').fill('Which café answers best?')
  expect(await page.getByLabel('Address: a–z').inputValue()).toBe('which-cafe-answers-best')
  await page
    .getByLabel('Table:', { exact: false })
    .fill('prompt\tTerse\t<b>Warm</b>\nLate?\tYes.\tI am sorry, yes.\nLost?\tNo.\t"Not at all, no."\n')
  await page.getByText('2 prompts, 2 contestants.').waitFor()
  expect(await isNarrow(page)).toBe(true)
  await page.getByRole('button', { name: 'Check it' }).click()
  await page.getByText('Adds 2 contestants, 2 prompts and 4 answers.').waitFor()
  await page.getByText('Calls no model: people vote on it.').waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download arena.yaml' }).click()
  expect((await saved).suggestedFilename()).toBe('arena.yaml')
  await page.getByRole('button', { name: 'Create the arena' }).click()
  await page.getByRole('link', { name: 'Vote', exact: true }).click()
  await page.getByText('Not at all, no.').or(page.getByText('I am sorry, yes.')).first().waitFor()
})

test('step by step with models and judges comes to an arena.yaml that passes the validator', async () => {
  const page = await site.visit('/admin/new?by=wizard')
  await signIn(page)
  await page.getByLabel('Title, as a question').fill('By models')
  await page.getByLabel('Models give them').check()
  await page.getByLabel('Prompts, an empty line').fill('Question 1?\n\nQuestion 2?\nwith a second line')
  for (const [i, who] of ['amber', 'birch'].entries()) {
    const group = page.getByRole('group', { name: `Contestant ${i + 1}` })
    await group.getByLabel('Model').fill('writer-1')
    await group.getByLabel('System prompt').fill(`You are ${who}.`)
  }
  await page.getByLabel('Models judge').check()
  const judge = page.getByRole('group', { name: 'Judge 1' })
  await judge.getByLabel('Model').fill('judge-1')
  await judge.getByLabel('Rubric').selectOption('a text of my own')
  await page.getByLabel('What to judge by').fill('Which is kinder?')
  const provider = page.getByRole('group', { name: 'Provider 1' })
  await provider.getByLabel('Name').fill('local')
  await provider.getByLabel('Variable').fill('MODELS_KEY')
  await provider.getByLabel('Address, where').fill(models.openAiUrl)
  await page.getByRole('button', { name: 'Check it' }).click()
  await page.getByText('Adds 2 contestants, 2 prompts and 0 answers.').waitFor()
  await page.getByText('8 calls for 4 answers to make and 2 judgements').waitFor()
  await page.getByRole('button', { name: 'Create the arena' }).click()
  await page.getByRole('button', { name: 'Start judging' }).click()
  await page.getByRole('heading', { name: 'Judging is done' }).waitFor({ timeout: 30_000 })
  const votes = async () => {
    const board = await site.app.request('/api/arenas/by-models/leaderboard?source=judges')
    return ((await board.json()) as { votes: number }).votes
  }
  await expect.poll(votes, { timeout: 15_000 }).toBe(2)
})

describe('an arena that was judged', () => {
  beforeAll(() => judged('kept'), 60_000)
  const at = async (show: string, viewport = WIDE) => {
    const page = await site.visit(`/admin/a/kept?show=${show}`, { viewport })
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
    await site.app.deps.db
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
    await page.goto(`${site.address}/a/kept/vote?calibrate=wrong`)
    await page.getByText('This is no labelling link of').waitFor()
    await page.goto(`${site.address}/admin`)
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
    expect((await site.app.request('/api/arenas/kept')).status).toBe(404)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Votes as csv' }).click()
    expect((await saved).suggestedFilename()).toBe('kept-votes.csv')
    await page.getByLabel('Everybody: it is listed').check()
    await page.goto(`${site.address}/admin/a/support-replies?show=settings`)
    await page.getByRole('button', { name: 'Remove them' }).click()
    await page.getByText('They cannot be brought back.').waitFor()
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
      const page = await site.visit('/admin', { viewport, colorScheme })
      const clean = async (path: string, ready: string) => {
        await page.goto(site.address + path)
        await page.getByText(ready).first().waitFor()
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`)).toEqual([])
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
