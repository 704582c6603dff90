/** Live battles in a browser: a question of one's own, two answers as they are written, and the vote. */
import type { Page } from '@playwright/test'
import { beforeEach, expect, test } from 'vitest'
import { voteOf } from '../server/arena-import.ts'
import { importInto } from '../../server/transfer/index.ts'
import { LiveSettings } from '../../shared/contracts/index.ts'
import { startModelServer } from '../../workshop/model-server/model-server.ts'
import { failure } from '../../workshop/model-server/reply.ts'
import { KEYS } from '../server/judging/judge-pair/judged-arena.ts'
import { contestantWith, modelsAndJudges } from '../server/judging/judge-pair/models-and-judges.ts'
import { createTestApp } from '../support/app.ts'
import { signIn } from './operator.ts'
import { PHONE, resize, siteFor, siteOf, tabTo } from './site.ts'
import { violationsByAllRules } from './violations.ts'
import { openForAll } from '../support/later.ts'

const NAMES = ['Amber-nine', 'Birch-nine']
const MODELS = ['gpt-4o', 'gpt-4.1']
const SENTENCE = 'Here is one more sentence that makes this answer longer than the window is high. '
const answersOf = (sentences: number): Record<string, string> => ({
  'gpt-4o': `First **this**.\n\n\`\`\`ts\nconst a = 1\n\`\`\`\n\n- one\n- two\n\n${SENTENCE.repeat(sentences + 2)}\n\nEnd of the one.`,
  'gpt-4.1': `Then *that*, with $x^2$.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n${SENTENCE.repeat(sentences)}\n\nEnd of the other.`,
})
/** Answers are shown at a reader's pace, so only those that must be higher than a window are long. */
const replying =
  (sentences = 5) =>
  ({ model }: { model: string }) =>
    answersOf(sentences)[model] ?? 'Water it once a week.'
const LONG = 25
const CONSENT = 'I agree that my question is stored.'

const models = openForAll(() => startModelServer({ reply: replying() }))
const env = { ...KEYS, OPENAI_API_KEY: KEYS.MODELS_KEY }
const site = siteFor(() => siteOf(() => createTestApp({ clock: 'runs', env, callTimeoutMs: 60_000 })))
beforeEach(() => {
  models.clear()
  models.become({ reply: replying(), paces: {}, flags: () => false })
})

/** Writes so many words of each answer, and the rest when it is let go. */
function holdAfter(words: number): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  const before = (word: number) => (word < words ? Promise.resolve() : promise)
  models.become({ paces: Object.fromEntries(MODELS.map((model) => [model, { before }])) })
  return resolve
}

let arenas = 0
async function arenaWith(live: Partial<LiveSettings> = {}, settings = {}): Promise<string> {
  const slug = `live-${++arenas}`
  const setUp = await modelsAndJudges({
    rubric: 'overall',
    namedAfter: 'judge',
    baseUrl: models.openAiUrl,
    concurrency: 100,
  })
  await importInto(site.app.deps, {
    arena: { slug, title: 'Asked by visitors', description: 'Which answer helps more?' },
    contestants: NAMES.map((name, i) => contestantWith(name, { model: MODELS[i] })),
    prompts: [{ key: 'p1', messages: [{ role: 'user', content: 'Why?' }] }],
    answers: NAMES.map((contestant, i) => ({
      prompt: 'p1',
      contestant,
      text: `Given answer ${i}.`,
      turns: null,
    })),
    votes: [
      voteOf(NAMES[0]!, NAMES[1]!, 'left', {
        key: 'given',
        voter: 'somebody',
        castAt: new Date('2026-03-01T12:00:00Z'),
      }),
    ],
    setUp: {
      settings: { live: LiveSettings.parse({ budgetUsd: 100, visitorUsd: 50, ...live }), ...settings },
      checks: [],
      ...setUp,
    },
  })
  return slug
}

const statusOf = (page: Page) => page.locator('main > [role=status]')
const complete = (page: Page) =>
  statusOf(page).getByText('Both answers are complete.').waitFor({ state: 'attached' })
const choices = (page: Page) => page.locator('[data-outcome]')

async function ask(page: Page, text: string): Promise<void> {
  await page.locator('#question').fill(text)
  await page.locator('#question').press('Control+Enter')
  await page.locator('article').first().waitFor()
}

async function liveVotes(slug: string): Promise<number> {
  const { rows } = await site.app.database.pool.query<{ n: number }>(
    `select count(*)::int as n from votes v join arenas a on a.id = v.arena_id where a.slug = $1 and v.source = 'live'`,
    [slug],
  )
  return rows[0]!.n
}

test('by keyboard: a question, a further one, the vote, the names, and a new conversation', async () => {
  const slug = await arenaWith({ consent: CONSENT })
  const page = await site.visit(`/a/${slug}/vote`)
  await page.getByRole('link', { name: 'Ask your own question' }).first().press('Enter')
  await page.getByRole('heading', { name: 'Ask your own question' }).waitFor()
  const said: string[] = []
  await page.exposeFunction('heardOf', (text: string) => void said.push(text))
  await page.evaluate(`new MutationObserver(() => heardOf(document.querySelector('main > [role=status]').innerText))
    .observe(document.querySelector('main > [role=status]'), { characterData: true, childList: true, subtree: true })`)

  await tabTo(page, page.locator('#question'))
  await page.keyboard.type('What is first?')
  // not before the visitor agrees
  await page.keyboard.press('Control+Enter')
  await tabTo(page, page.locator('[type=checkbox]'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await complete(page)
  expect(said).toEqual(['Both answers are being written.', 'Both answers are complete.'])
  expect(await page.locator('article').allInnerTexts()).toEqual([
    expect.stringMatching(/End of the (one|other)\.$/),
    expect.stringMatching(/End of the (one|other)\.$/),
  ])
  expect((await page.content()).match(/(Amber|Birch)-nine|gpt-4/)).toBeNull()

  models.become({ reply: replying(LONG) })
  await tabTo(page, page.locator('#question'))
  await page.keyboard.type('And then?')
  await page.keyboard.press('Control+Enter')
  await page.getByText('And then?').waitFor()
  await complete(page)
  expect(await page.locator('article').count()).toBe(4)
  // a further question is read from its beginning
  expect((await page.locator('#answer-left-2').boundingBox())!.y).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Reveal', exact: true }).press('Enter')
  await page.getByText('You preferred').waitFor()
  expect(await liveVotes(slug)).toBe(1)
  const named = await page.locator('article:has(h2 .name) h2 .name').allInnerTexts()
  expect(named.slice(-2).toSorted()).toEqual(NAMES)

  await page.reload()
  await page.getByText('You preferred').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ask your own question' }).waitFor()

  await site.app.publish()
  await site.app.settle()
  await page.goto(`${site.address}/a/${slug}?source=live`)
  await page.getByText('1 vote by 1 person').waitFor()
  await page.getByText('the people who voted wrote the prompts').waitFor()
  expect(await page.getByText('on another board').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Ask your own question' }).first().getAttribute('href')).toBe(
    `/a/${slug}/live`,
  )
})

test('a failed answer gets no vote, and both are made again', async () => {
  const slug = await arenaWith()
  models.become({
    reply: (call) =>
      call.model === 'gpt-4.1' ? failure(400, 'invalid_request_error', 'No.') : replying()(call),
  })
  const page = await site.visit(`/a/${slug}/live`)
  await ask(page, 'Does it work?')
  await page.getByText('One of the two answers could not be finished.').waitFor()
  expect(await page.locator('[data-outcome]').count()).toBe(0)
  await page.keyboard.press('t')
  expect(await violationsByAllRules(page)).toEqual([])
  expect(await liveVotes(slug)).toBe(0)
  models.become({ reply: replying() })
  await page.getByRole('button', { name: 'Answer again' }).click()
  await complete(page)
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'Reveal', exact: true }).click()
  await page.getByText('equally good', { exact: false }).waitFor()
  expect(await liveVotes(slug)).toBe(1)
})

test('answers are stopped, stay readable, and are made again; a lost connection comes back by itself', async () => {
  const slug = await arenaWith()
  const go = holdAfter(40)
  const page = await site.visit(`/a/${slug}/live`)
  await ask(page, 'How long?')
  await page
    .locator('article')
    .first()
    .getByText('First this')
    .or(page.getByText('Then that'))
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('You stopped the answers.').waitFor()
  expect((await page.locator('article').allInnerTexts()).join('')).toMatch(/First this/)
  go()
  const cut = (url: URL) => url.pathname.endsWith('/stream')
  await page.route(cut, (route) => route.abort('connectionfailed'))
  await page.getByRole('button', { name: 'Answer again' }).click()
  await page.getByText('Connection lost.').waitFor()
  await page.unroute(cut)
  await complete(page)
  expect((await page.locator('article').allInnerTexts()).join('')).toMatch(/End of the one/)
})

test('a reload in mid-stream goes on where it was, and each answer is whole once', async () => {
  const slug = await arenaWith()
  const go = holdAfter(60)
  const page = await site.visit(`/a/${slug}/live`)
  await ask(page, 'Do you remember?')
  await page.locator('article li, article td').first().waitFor()
  await page.reload()
  await page.locator('article li, article td').first().waitFor()
  await page.getByText('Do you remember?').waitFor()
  go()
  await complete(page)
  const texts = (await page.locator('article').allInnerTexts()).join('')
  for (const once of ['First this', 'Then that', 'End of the one.', 'End of the other.'])
    expect(texts.split(once), once).toHaveLength(2)
  expect(texts.split(SENTENCE.trim())).toHaveLength(1 + 5 + 7)
})

test('what arrives moves neither the choices nor a reader, except one at the end, who sees it', async () => {
  const slug = await arenaWith()
  models.become({ reply: replying(LONG) })
  const go = holdAfter(220)
  const page = await site.visit(`/a/${slug}/live`, { viewport: { width: 1280, height: 640 } })
  await ask(page, 'Where am I?')
  await expect.poll(() => page.evaluate('document.documentElement.scrollHeight > 900')).toBe(true)
  const boxes = () =>
    choices(page).evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))
  const before = await boxes()
  await page.evaluate('scrollTo(0, 60)')
  const last = page.locator('article').last()
  const height = (await last.boundingBox())!.height
  go()
  await complete(page)
  expect((await last.boundingBox())!.height).toBeGreaterThan(height)
  expect(await page.evaluate('scrollY')).toBe(60)
  expect(await boxes()).toEqual(before)
  await page.getByRole('button', { name: 'New question' }).click()

  const goOn = holdAfter(220)
  await ask(page, 'And at the end?')
  await expect.poll(() => page.evaluate('document.documentElement.scrollHeight > 900')).toBe(true)
  await page.evaluate('scrollTo(0, 99999)')
  const seen = async () => (await page.locator('form').boundingBox())!.y < 640
  expect(await seen()).toBe(true)
  goOn()
  await complete(page)
  expect(await seen()).toBe(true)
})

test('where each turn has its vote, names come on demand, since they end the conversation', async () => {
  const slug = await arenaWith({ vote: 'turn', turns: 2 })
  const page = await site.visit(`/a/${slug}/live`)
  await ask(page, 'One?')
  await complete(page)
  await page.getByRole('button', { name: 'Tie' }).click()
  await page.getByText('Ask a follow-up, or show the names').waitFor()
  await ask(page, 'Two?')
  await page.getByText('Two?').waitFor()
  await complete(page)
  expect((await page.content()).match(/(Amber|Birch)-nine/)).toBeNull()
  await page.getByRole('button', { name: 'Left is better' }).click()
  await page.getByRole('button', { name: 'Reveal', exact: true }).click()
  await page.getByText('You preferred').waitFor()
  expect(await liveVotes(slug)).toBe(2)
})

test('no barrier in any state, on a phone too, where one answer is below the other; and every word in German', async () => {
  const slug = await arenaWith({ consent: CONSENT })
  const page = await site.visit(`/a/${slug}/live`, { locale: 'de-DE' })
  await page.getByRole('heading', { name: 'Eigene Frage stellen' }).waitFor()
  expect(await violationsByAllRules(page)).toEqual([])
  const go = holdAfter(60)
  await page.getByLabel(CONSENT).check()
  await ask(page, 'Was ist das?')
  await page.locator('article li, article td').first().waitFor()
  expect(await violationsByAllRules(page)).toEqual([])
  go()
  await statusOf(page).getByText('Beide Antworten sind fertig.').waitFor({ state: 'attached' })
  expect(await violationsByAllRules(page)).toEqual([])
  await resize(page, PHONE)
  const [upper, lower] = await page
    .locator('article')
    .evaluateAll((all) => all.map((answer) => answer.getBoundingClientRect()))
  expect(lower!.top).toBeGreaterThanOrEqual(upper!.bottom)
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Namen zeigen', exact: true }).click()
  await page.getByText('beide schlecht.').first().waitFor()
  expect(await violationsByAllRules(page)).toEqual([])
})

test('a page that is asked for is text while it is written, then runs on both sides, until the source is shown', async () => {
  const slug = await arenaWith({}, { webAnswers: 'on' })
  models.become({
    reply: ({ model }) =>
      `\`\`\`html\n<!doctype html><title>A page</title><p id="page">by one of ${model.length} letters</p>\n\`\`\``,
  })
  const letGo = holdAfter(3)
  const page = await site.visit(`/a/${slug}/live`)
  await ask(page, 'Make me a page')
  await page.locator('article').first().getByText('doctype').waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  letGo()
  await complete(page)
  const ran = [0, 1].map((side) => page.frameLocator('iframe').nth(side).locator('#page').textContent())
  expect((await Promise.all(ran)).toSorted()).toEqual(
    MODELS.map(({ length }) => `by one of ${length} letters`).toSorted(),
  )
  await page.getByRole('button', { name: 'Plain text' }).click()
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
  await choices(page).first().click()
  // otherwise a vote can be changed for a minute before it is final
  await page.getByRole('button', { name: 'Reveal', exact: true }).click()
  await expect.poll(() => liveVotes(slug)).toBe(1)
})

test('when the money is spent the page says when it goes on, and leads to the votes and the board', async () => {
  for (const [budgets, title] of [
    [{ dailyUsd: 0.000_001 }, 'Enough questions for today.'],
    [{ visitorUsd: 0.000_001 }, 'Enough questions for today.'],
    [{ budgetUsd: 0.000_001 }, 'This arena takes no more questions.'],
  ] as const) {
    const slug = await arenaWith(budgets)
    const page = await site.visit(`/a/${slug}/live`)
    if ('visitorUsd' in budgets) {
      await page.locator('#question').fill('May I?')
      await page.locator('#question').press('Control+Enter')
    }
    await page.getByRole('heading', { name: title }).waitFor()
    const links = page.locator('main').getByRole('link')
    // the way to the votes comes once the arena is known
    await expect
      .poll(() => links.evaluateAll((all) => all.slice(0, 2).map((link) => link.getAttribute('href'))))
      .toEqual([`/a/${slug}/vote`, `/a/${slug}`])
    if ('budgetUsd' in budgets) expect(await violationsByAllRules(page)).toEqual([])
  }
})

test('a question that is flagged, or that nobody can check, is not sent and stays written', async () => {
  const slug = await arenaWith({ characters: 60, moderation: { provider: 'models', keepRefused: false } })
  const page = await site.visit(`/a/${slug}/live`)
  const field = page.locator('#question')
  await page.getByText('It is checked before it is sent.').waitFor()
  models.become({ flags: () => true })
  await field.fill('How do I hurt somebody with that?')
  await field.press('Control+Enter')
  await page.getByRole('alert').getByText('it did not pass the check').waitFor()
  models.become({ flags: () => 500 })
  await field.press('Control+Enter')
  await page.getByRole('alert').getByText('questions cannot be checked now').waitFor()
  expect(await field.inputValue()).toBe('How do I hurt somebody with that?')
  expect(models.calls).toEqual([])
  await field.fill('x'.repeat(50))
  await page.getByText('10 characters left').waitFor()
  await field.fill('x'.repeat(61))
  await page.getByText('1 character too many').waitFor()
  await field.press('Control+Enter')
  models.become({ flags: () => false })
  await field.fill('And now?')
  await field.press('Control+Enter')
  await complete(page)
})

test('an operator sees what was spent, what a turn may cost, and what was refused', async () => {
  const slug = await arenaWith({ moderation: { provider: 'models', keepRefused: true } })
  const page = await site.visit(`/a/${slug}/live`)
  await ask(page, 'Why is it so?')
  await complete(page)
  models.become({ flags: () => true })
  const other = await site.visit(`/a/${slug}/live`)
  await other.locator('#question').fill('Something that is refused')
  await other.locator('#question').press('Control+Enter')
  await other.getByRole('alert').waitFor()
  const operator = await site.visit(`/admin/a/${slug}`, { viewport: PHONE, colorScheme: 'dark' })
  await signIn(operator)
  const section = operator.locator('section', {
    has: operator.getByRole('heading', { name: 'Live battles' }),
  })
  await section.getByText('Something that is refused').waitFor()
  await section.getByText(/^\$0\.0\d+ of \$100\.00 spent/).waitFor()
  expect(await violationsByAllRules(operator)).toEqual([])
})
