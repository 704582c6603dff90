/** Voting: by every way, with long texts, with proof of work, and as operators preview it. */
import { beforeAll, expect, test, describe } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf, voteOf } from '../server/arena-import.ts'
import { labellingInvitation } from '../server/invited.ts'
import { namesIn, shown, votesOf } from './demo.ts'
import { freshPage, NAMES, PHONE, siteFor } from './site.ts'
import { violations } from './violations.ts'
import { tableOf } from '../support/cases.ts'
import type { Page } from '@playwright/test'
import type { IssuedBattle } from '../../shared/contracts/index.ts'

const site = siteFor()

describe('ways', () => {
  test('Enter shows the next pair, and each key votes as its label says', async () => {
    const page = await site.visit('/a/support-replies/vote')
    const keys = {
      ArrowRight: 'You preferred',
      t: 'equally good',
      x: 'You found both',
      '1': 'You preferred',
    }
    const before = await votesOf(site, 'people')
    for (const [key, expectedText] of Object.entries(keys)) {
      await page.getByRole('button', { name: 'Left is better' }).waitFor()
      await page.keyboard.press(key)
      await page.getByRole('button', { name: 'Reveal' }).waitFor()
      await page.keyboard.press('r')
      await page.getByText(expectedText, { exact: false }).waitFor()
      await page.keyboard.press('Enter')
    }
    await site.app.settle()
    await expect.poll(() => votesOf(site, 'people')).toBe(before + 4)
  })

  test('on a phone a long name is shown whole above its answer', async () => {
    const names = ['Code Llama Instruct Uncensored (34B)', 'Dolly']
    await importInto(site.app.deps, arenaOf('long-names', { names, prompts: 1 }))
    const page = await site.visit('/a/long-names/vote', { viewport: PHONE, isFresh: true })
    await page.locator('[data-outcome=left]').click()
    await page.getByRole('button', { name: 'Reveal' }).click()
    const name = page.locator('article h2').getByText(names[0]!)
    await name.waitFor()
    const hidden = await name.evaluate((one) => {
      const { width } = one.getBoundingClientRect()
      const parent = one.parentElement!.getBoundingClientRect()
      return width - parent.width
    })
    expect(hidden).toBeLessThanOrEqual(0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  })

  test('keys that scroll do not vote', async () => {
    const page = await site.visit('/a/support-replies/vote', { viewport: { width: 1280, height: 300 } })
    const open = page.getByRole('button', { name: 'Left is better' })
    await open.waitFor()
    const scrolled = () => page.evaluate('scrollY')
    for (const key of ['ArrowDown', 'PageDown', 'Space', 'End']) await page.keyboard.press(key)
    await expect.poll(scrolled).toBeGreaterThan(0)
    for (const key of ['ArrowUp', 'PageUp', 'Shift+Space']) await page.keyboard.press(key)
    // on a busy machine, a scroll downwards may still end after the first of them
    await expect.poll(() => page.keyboard.press('Home').then(scrolled)).toBe(0)
    await page.evaluate("document.body.style.width = '3000px'")
    const pressedRight = async () => {
      await page.keyboard.press('ArrowRight')
      return page.evaluate('scrollX')
    }
    await expect.poll(pressedRight).toBeGreaterThan(0)
    expect(await open.isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Next pair' }).count()).toBe(0)
    expect(namesIn(await shown(page))).toEqual([])
  })

  test('without browser storage a pair is still shown', async () => {
    const page = await freshPage(site)
    await page.addInitScript(`for (const name of ['sessionStorage', 'localStorage'])
    Object.defineProperty(window, name, { get: () => { throw new DOMException('refused', 'SecurityError') } })`)
    await page.goto(`${site.address}/a/support-replies/vote`)
    await page.getByRole('button', { name: 'Left is better' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: 'Reveal' }).click()
    await page.getByText('You preferred', { exact: false }).waitFor()
    expect(namesIn(await shown(page))).toHaveLength(2)
  })

  test('a link to judged pairs shows these, also after a reload, and an invalid link shows an error', async () => {
    const votes = [voteOf(NAMES[0], NAMES[1], 'left', { source: 'judge', voter: 'critic', prompt: 'p2' })]
    await importInto(site.app.deps, arenaOf('labelled', { prompts: 9, votes }))
    const { path } = await labellingInvitation(site.app, 'labelled', 1)
    const page = await site.visit(path)
    await page.getByRole('button', { name: 'Left is better' }).waitFor()
    // the token is no longer in the address, nor in the history
    await expect.poll(() => page.url()).toBe(`${site.address}/a/labelled/vote?calibrate=`)
    await page.reload()
    await page.getByRole('button', { name: 'Left is better' }).waitFor()
    const text = await shown(page)
    for (const passage of ['Question 2?', 'Reply 1 to question 2.', 'Reply 2 to question 2.'])
      expect(text).toContain(passage)
    await page.getByText('Models have judged these pairs.', { exact: false }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('ArrowLeft')
    await page.getByText('You can change it until you see the names.').waitFor()
    await page.getByRole('button', { name: 'Reveal' }).click()
    await page.getByText('You preferred', { exact: false }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('You have seen every pair', { exact: false }).waitFor()
    expect(await violations(page)).toEqual([])

    let requests = 0
    page.on('request', (request) => request.method() === 'POST' && requests++)
    await page.goto(`${site.address}/a/labelled/vote?calibrate=#invite=made-up`)
    await page.getByText('This is not a link of this arena', { exact: false }).waitFor()
    expect([requests, await violations(page)]).toEqual([1, []])
    await page.getByRole('link', { name: 'Vote without an invitation' }).click()
    await page.getByRole('button', { name: 'Left is better' }).waitFor()
    expect(page.url()).toBe(`${site.address}/a/labelled/vote`)
  })

  test('after the last pair the page reports that all were seen, and links to the board', async () => {
    const page = await site.visit('/a/hostile/vote')
    const done = page.getByRole('link', { name: 'See the board' })
    await page.getByRole('button', { name: 'Left is better' }).waitFor()
    await expect
      .poll(
        async () => {
          await page.keyboard.press('s')
          return done.isVisible()
        },
        { interval: 100 },
      )
      .toBe(true)
  })
})

describe('long texts', () => {
  /** How much of the window the answers get while people vote, and what phones need to read and vote. */

  const LONG = Array.from(
    { length: 40 },
    (_, n) => `Sentence ${n} of a long answer, which fills its line well.`,
  ).join(' ')
  const PROMPT = Array.from({ length: 30 }, (_, n) => `Line ${n} of a long question.`).join('\n')

  beforeAll(async () => {
    const long = arenaOf('long', { says: (name, prompt) => `${LONG} ${name.length} ${prompt}\n\n${LONG}` })
    for (const prompt of long.prompts) prompt.messages![0]!.content += `\n${PROMPT}`
    await importInto(site.app.deps, {
      ...long,
      arena: { ...long.arena, description: 'Which answer is kinder?' },
    })
  })

  type Size = [width: number, height: number]

  async function open(viewport: { width: number; height: number }): Promise<Page> {
    const page = await site.visit('/a/long/vote', { viewport })
    await page.getByRole('heading', { name: 'Which answer is kinder?' }).waitFor()
    return page
  }

  /** The share of the window's height between the top of the answers and the bar. */
  const shareOfAnswers = async (page: Page): Promise<number> => {
    const top = (await page.locator('.answers').boundingBox())!.y
    const bottom = (await page.locator('section.bar').boundingBox())!.y
    return (bottom - top) / page.viewportSize()!.height
  }

  async function castIn(page: Page): Promise<void> {
    const choice = page.getByRole('group', { name: 'Your choice' }).getByRole('button').first()
    expect((await choice.boundingBox())!.y + 44).toBeLessThanOrEqual(page.viewportSize()!.height)
    await choice.click()
    await page.getByRole('button', { name: 'Reveal' }).waitFor()
  }

  // a long prompt gets three tenths, and what is around it the rest
  test.each(tableOf('1280 640 0.45 / 1280 900 0.5 / 844 390 0.35 / 390 844 0') as [number, number, number][])(
    'at %i × %i answers get at least the share %d of the height, and nothing moves when a vote is cast and names come',
    async (width, height, least) => {
      const page = await open({ width, height })
      expect(await shareOfAnswers(page)).toBeGreaterThanOrEqual(least)
      expect(await violations(page)).toEqual([])
      const tops = async () => [
        (await page.locator('.answers').boundingBox())!.y,
        (await page.locator('section.bar').boundingBox())!.y,
      ]
      const before = await tops()
      await castIn(page)
      expect(await tops()).toEqual(before)
      await page.getByRole('button', { name: 'Reveal' }).click()
      await page.getByText('You preferred').waitFor()
      expect(await tops()).toEqual(before)
    },
  )

  test('the bar takes less than half of a screen of 320 × 256, and all of it is in view once it has the focus', async () => {
    const page = await open({ width: 320, height: 256 })
    const bar = page.locator('section.bar')
    expect((await bar.boundingBox())!.y).toBeGreaterThan(256 / 2)
    await page.getByRole('button', { name: 'Both bad' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const skip = (await page.locator(':focus').boundingBox())!
    expect(skip.y + skip.height).toBeLessThanOrEqual(256)
  })

  test('on a phone the head of each answer leads to the other one', async () => {
    const page = await open(PHONE)
    await page.getByRole('button', { name: 'Lower answer' }).click()
    const lower = page.locator('#answer-right')
    await expect.poll(async () => Math.abs(Math.round((await lower.boundingBox())!.y))).toBe(0)
    await page.getByRole('button', { name: 'Upper answer' }).click()
    await expect
      .poll(async () => Math.abs(Math.round((await page.locator('#answer-left').boundingBox())!.y)))
      .toBe(0)
  })

  test('after the names are shown, the words in which the answers differ can be shown', async () => {
    const page = await open({ width: 1280, height: 640 })
    expect(await page.getByRole('button', { name: 'Show what differs' }).count()).toBe(0)
    await page.keyboard.press('ArrowLeft')
    const before = await page.locator('.answers').boundingBox()
    await page.getByRole('button', { name: 'Reveal' }).click()
    await page.getByRole('button', { name: 'Show what differs' }).click()
    await page.getByRole('heading', { name: 'What differs' }).waitFor()
    expect(await page.locator('.diff del, .diff ins').count()).toBeGreaterThan(0)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Show what differs' }).click()
    expect(await page.locator('.answers').boundingBox()).toEqual(before)
    await page.getByRole('button', { name: 'Next pair' }).click()
    await page.getByRole('button', { name: 'Left is better' }).waitFor()
  })

  test.each(tableOf('1280 640 / 390 844') as Size[])(
    'at %i × %i what to judge by is seen with the prompt, in three lines that open by keyboard',
    async (width, height) => {
      const description =
        'Which explanation is better?\nIs the cause right?\nDoes it run?\nIs it short?\nIs it kind?'
      await importInto(site.app.deps, arenaOf(`asked-${width}`, { arena: { description } }))
      const page = await site.visit(`/a/asked-${width}/vote`, { viewport: { width, height } })
      await page.getByRole('heading', { name: 'Which explanation is better?' }).waitFor()
      const prompt = page.getByRole('region', { name: 'Prompt' })
      const said = prompt.getByText('Is the cause right?')
      const [lines, text] = await Promise.all([said.boundingBox(), prompt.locator('.text').boundingBox()])
      expect(width > 700 ? lines!.x > text!.x + text!.width : lines!.y + lines!.height < text!.y).toBe(true)
      const open = prompt.getByRole('button', { name: 'Show all' })
      await open.press('Enter')
      expect((await said.boundingBox())!.height).toBeGreaterThan(lines!.height * 1.2)
      expect(await violations(page)).toEqual([])
      await prompt.getByRole('button', { name: 'Show less' }).press('Enter')
      expect((await said.boundingBox())!.height).toBe(lines!.height)
      await page.getByRole('link', { name: 'See the board' }).click()
      await page.waitForURL(`**/a/asked-${width}`)
    },
  )

  test('the bar says that a pair is drawn', async () => {
    const page = await open({ width: 1280, height: 640 })
    await page.route('**/battles', () => undefined)
    const skipped = () => page.keyboard.press('s').then(() => page.locator('section.bar').innerText())
    await expect.poll(skipped).toContain('Drawing a pair')
    expect(await violations(page)).toEqual([])
  })

  test('a reason is typed in a line above the bar, which keeps its height', async () => {
    const page = await open({ width: 1280, height: 640 })
    const height = (await page.locator('section.bar').boundingBox())!.height
    await page.getByRole('button', { name: 'Say why' }).click()
    await page.keyboard.type('It is kinder.')
    expect((await page.locator('section.bar').boundingBox())!.height).toBe(height)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Your reason' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: 'Reveal' }).waitFor()
    expect((await page.locator('section.bar').boundingBox())!.height).toBe(height)
  })
})

describe('proof of work', () => {
  /** Voting in an arena that asks for proof of work: solved while the visitor reads, and what the page says if not. */

  const VOTE = '/a/costly/vote'

  beforeAll(async () => {
    await importInto(site.app.deps, arenaOf('costly', { prompts: 30, settings: { proofOfWork: 'on' } }))
  })

  const recorded = (page: Page) => page.getByText('You can change it until you see the names.')

  /** Makes a visitor a known voter, whose pairs do not come with the page. */
  const known = (page: Page) => page.request.post(`${site.address}/api/arenas/costly/battles`, { data: {} })

  /** Asks a page for a key that no counter has. A try of the browser cannot be stopped, so none takes long. */
  const hard = async (page: Page) => {
    await known(page)
    await page.route('**/api/arenas/costly/battles', async (route) => {
      const response = await route.fetch()
      const issued = (await response.json()) as IssuedBattle
      const { parameters } = issued.puzzle!
      parameters.keyPrefix = 'f'.repeat(60)
      parameters.cost *= 20
      await route.fulfill({ response, json: issued })
    })
  }

  test('a vote is sent with its proof, by keyboard and by touch on a phone, and a reload solves the puzzle again', async () => {
    const page = await site.visit(VOTE)
    const sent = page.waitForRequest(
      (request) => request.url().endsWith('/vote') && request.method() === 'POST',
    )
    await page.getByRole('button', { name: 'Left is better' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Left is better' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await recorded(page).waitFor()
    expect((await sent).postDataJSON()).toMatchObject({
      proof: { solution: { counter: expect.any(Number) } },
    })
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Tie' }).waitFor()
    await page.keyboard.press('t')
    await recorded(page).waitFor()

    const phone = await site.visit(VOTE, { viewport: PHONE, isFresh: true })
    await phone.getByRole('button', { name: 'Upper', exact: true }).click()
    await recorded(phone).waitFor()
  })

  test('another arena loads no solver', async () => {
    const page = await site.visit('/a/support-replies/vote')
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await page.reload()
    await page.getByRole('button', { name: 'Tie' }).click()
    await recorded(page).waitFor()
    expect(urls.filter((url) => /solve|proof/i.test(url))).toEqual([])
  })

  test('a voter who waits is told so, and may skip', async () => {
    const page = await site.visit('/a/support-replies', { isFresh: true })
    await hard(page)
    await page.goto(site.address + VOTE)
    await page.getByRole('button', { name: 'Tie' }).click()
    const waiting = page.getByRole('status').getByText('Your vote is sent when it is done', { exact: false })
    await waiting.waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Skip' }).click()
    await expect.poll(() => waiting.count()).toBe(0)
    await page.getByRole('button', { name: 'Tie' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    // the next pair may still be on its way
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('without a secure connection, the page says so before the vote and after it', async () => {
    const page = await site.visit('/a/support-replies', { isFresh: true })
    await page.addInitScript("Object.defineProperty(window, 'isSecureContext', { value: false })")
    await page.goto(site.address + VOTE)
    await page.getByRole('status').getByText('https', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Tie' }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('https', { exact: false }).waitFor()
    await alert.getByText('Your choice is kept', { exact: false }).waitFor()
    expect(await page.getByText('https', { exact: false }).count()).toBe(1)
    expect(await violations(page)).toEqual([])
  })

  test('a solver that does not load is said, and the next try votes', async () => {
    const page = await site.visit('/a/support-replies', { isFresh: true })
    await page.route('**/solve-puzzle*', (route) => route.abort())
    await page.goto(site.address + VOTE)
    await page.getByRole('button', { name: 'Tie' }).click()
    await page
      .getByRole('alert')
      .getByText('The computation for your vote stopped', { exact: false })
      .waitFor()
    await page.unroute('**/solve-puzzle*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await recorded(page).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('a pair drawn before the arena asked for proof of work is replaced by one with a puzzle', async () => {
    const page = await site.visit('/a/support-replies', { isFresh: true })
    await known(page)
    await page.route(
      '**/api/arenas/costly/battles',
      async (route) => {
        const response = await route.fetch()
        const { puzzle: _, ...issued } = (await response.json()) as IssuedBattle
        await route.fulfill({ response, json: issued })
      },
      { times: 1 },
    )
    await page.goto(site.address + VOTE)
    await page.getByRole('button', { name: 'Tie' }).click()
    await page.getByText('Votes here now need a short computation', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Tie' }).click()
    await recorded(page).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})
