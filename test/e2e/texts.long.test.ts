/** Texts of every kind, as voters read them, and their pictures. */
import type { Locator, Page } from '@playwright/test'
import { beforeAll, describe, expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { markdownHtml } from '../../web/src/ui/text/sanitise.ts'
import type { TranscriptStep } from '../../shared/contracts/index.ts'
import { arenaOfKind, ENTITIES, ENTITY_LINKS, KINDS } from './kinds-of-text.ts'
import { PHONE, siteFor, WIDE } from './site.ts'
import { arenaOf } from '../server/arena-import.ts'
import { violations } from './violations.ts'
import { AS_ADMIN } from '../support/app.ts'
import { asData, JPEG, PNG, WEBP } from '../support/pictures.ts'
import '../web/all-words.ts'

const site = siteFor()

const STEPS: TranscriptStep[] = [
  { kind: 'call', tool: 'search', text: '{"q": "<b>finish</b>"}' },
  { kind: 'result', tool: 'search', text: `</details>${'long'.repeat(100)}`, failed: true },
  { kind: 'text', text: 'I try again.' },
]

beforeAll(async () => {
  for (const kind of KINDS) await importInto(site.app.deps, arenaOfKind(kind))
  const same = arenaOfKind({ key: 'looked-up', messages: KINDS[1].messages, answers: ['One.', 'Two.'] })
  same.answers[0].context = ['Found in the handbook.']
  await importInto(site.app.deps, same)
  const acted = arenaOfKind({ key: 'acted', messages: KINDS[1].messages, answers: ['One.', 'Two.'] })
  acted.answers[0].transcript = STEPS
  await importInto(site.app.deps, acted)
})

async function voting(kind: string, viewport = WIDE): Promise<Page> {
  const page = await site.visit(`/a/${kind}/vote`, { viewport })
  await page.getByRole('group', { name: 'Your choice' }).waitFor()
  return page
}

/** The answer that holds a text, whichever side it was drawn to. */
const answerWith = (page: Page, text: string) => page.locator('article').filter({ hasText: text })

describe('on the vote page', () => {
  test('a screen reader meets the prompt, answer one, answer two and the choice, in this order', async () => {
    const page = await voting('code')
    const read = await page.locator('body').ariaSnapshot()
    const places = ['region "Prompt"', 'heading "Left"', 'heading "Right"', 'group "Your choice"'].map(
      (part) => read.indexOf(part),
    )
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('a thread shows its turns, and each answer one text for each', async () => {
    const page = await voting('thread')
    const prompt = page.getByRole('region', { name: 'Prompt' })
    expect(await prompt.getByRole('heading').allInnerTexts()).toHaveLength(3)
    const answer = answerWith(page, 'A finish decided by a picture.')
    expect(await answer.getByRole('heading', { name: /^Turn \d$/ }).allInnerTexts()).toEqual([
      'Turn 1',
      'Turn 2',
    ])
  })

  test.each([
    ['wide', WIDE],
    ['on a phone', PHONE],
  ])(
    'what an agent did is folded, opens by keyboard, and is shown as it was given: %s',
    async (_name, viewport) => {
      const page = await voting('acted', viewport)
      const answer = answerWith(page, 'One.')
      const summary = answer.getByText('Before the answer: 3 steps')
      const steps = answer.getByRole('listitem')
      await summary.waitFor()
      expect(await steps.count()).toBe(0)
      await summary.focus()
      await page.keyboard.press('Enter')
      await steps.first().waitFor()
      expect(await answer.locator('pre').allTextContents()).toEqual(STEPS.map(({ text }) => text))
      expect(await answer.locator('li > .label').allTextContents()).toEqual([
        expect.stringMatching(/^Calls .?search.?$/u),
        expect.stringMatching(/^Error from .?search.?$/u),
        'The assistant writes',
      ])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width)
      expect(await violations(page)).toEqual([])
      expect(await answerWith(page, 'Two.').locator('details').count()).toBe(0)
    },
  )

  test('code is copied as it was written, by a button that is above it on a phone', async () => {
    const page = await voting('code', PHONE)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const button = page.getByRole('button', { name: 'Copy this code' })
    const { y, height } = (await button.boundingBox())!
    expect(y + height).toBeLessThanOrEqual((await page.locator('pre').boundingBox())!.y)
    await button.click()
    await page.getByText('Copied').waitFor()
    expect(((await page.evaluate('navigator.clipboard.readText()')) as string).trim()).toBe(
      'const sum = (a: number, b: number) => a + b',
    )
  })

  test.each([
    ['wide', WIDE],
    ['on a phone', PHONE],
  ])(
    'context that only one contestant retrieved moves nothing and is announced for both, %s',
    async (_, viewport) => {
      const page = await voting('looked-up', viewport)
      const heads = await Promise.all(
        (await page.locator('article').all()).map(async (answer) => {
          const text = (await answer.locator('.markdown').boundingBox())!
          return [
            text.y - (await answer.boundingBox())!.y,
            (await answer.innerText()).includes('Retrieved context'),
          ]
        }),
      )
      expect(heads[0]).toEqual(heads[1])
      expect(heads[0][1]).toBe(true)
    },
  )

  test('entities are shown as written, and decoded in addresses by the browser as by the package that it replaces', async () => {
    const page = await voting('entities')
    const answer = answerWith(page, 'Entities:')
    expect((await answer.locator('.markdown').innerText()).split('\n')[0]).toBe(ENTITIES)
    const addresses = answer
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    const written = [...markdownHtml(ENTITY_LINKS).matchAll(/href="([^"]*)"/g)].map(([, href]) =>
      href!.replaceAll('&amp;', '&').replaceAll('&quot;', '"'),
    )
    expect(await addresses).toEqual(written)
    expect(written).toContain('https://a.example/?%C3%A9')
  })

  test('Arabic runs from the right, code in it from the left', async () => {
    const page = await voting('arabic')
    const answer = answerWith(page, 'مرحبا')
    const edge = (selector: string) =>
      answer
        .locator(selector)
        .first()
        .evaluate((element) => {
          const words = element.ownerDocument.createRange()
          words.selectNodeContents(element)
          const around = element.getBoundingClientRect()
          const inner = words.getClientRects()[0]
          return inner.left - around.left < around.right - inner.right ? 'left' : 'right'
        })
    expect(await edge('p')).toBe('right')
    expect(await edge('pre')).toBe('left')
  })

  test('bullets of an Arabic list are on the right, also after an English sentence, and a list that begins at 3 keeps its numbers', async () => {
    const page = await voting('lists')
    const lists = answerWith(page, 'Steps:').locator('ul, ol')
    const bullets = lists.evaluateAll((all) =>
      all.map((list) => list.ownerDocument.defaultView!.getComputedStyle(list).direction),
    )
    expect(await bullets).toEqual(['rtl', 'ltr'])
    expect(await lists.last().getAttribute('start')).toBe('3')
  })

  test('formulas are drawn, in prompts too, and say what was written; prompts are Markdown', async () => {
    const page = await voting('maths')
    const formulas = async (within: Locator) => {
      await within.locator('.maths.drawn').first().waitFor()
      return within.locator('.maths annotation').allTextContents()
    }
    const prompt = page.getByRole('region', { name: 'Prompt' })
    expect(await formulas(prompt)).toEqual(['x^2 * y * z'])
    expect(await prompt.locator('strong').innerText()).toBe('this')
    expect((await prompt.locator('pre').innerText()).trim()).toBe('x = 1')
    const answer = answerWith(page, 'First')
    await expect
      .poll(() => formulas(answer))
      .toEqual(['a_1 * b * c', '\n\\left\\{ x \\right\\}\n= \\frac{1}{2}\n'])
    expect(await answer.innerText()).toContain('for $5 or $6.')
    expect(await formulas(answerWith(page, 'It is'))).toEqual(['E = mc^2'])
    expect(await violations(page)).toEqual([])
  })

  test('a hostile formula loads, links and covers nothing, and one that cannot be drawn stays as it was written', async () => {
    const page = await site.visit('/')
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(`${site.address}/a/hostile-maths/vote`)
    const answer = answerWith(page, ' and ')
    await answer.locator('.maths.drawn').first().waitFor({ state: 'attached' })
    expect(requested.filter((url) => !url.startsWith(site.address))).toEqual([])
    expect(await answer.locator('a, img, [style*="position:fixed"]').count()).toBe(0)
    const left = await answer.locator('.maths:not(.drawn)').allTextContents()
    expect(left).toEqual([
      '\\(\\href{javascript:alert(1)}{y} \\includegraphics{https://pictures.invalid/a.png}\\)',
      '\\(\\def\\a{\\a\\a}\\a\\)',
      '\\(\\unknowncommand{z} \\frac{1\\)',
      '$$\\htmlStyle{position:fixed}{w}$$',
    ])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(WIDE.width)
    const other = answerWith(page, 'Many:')
    await expect.poll(() => other.locator('.maths.drawn').count()).toBe(1_000)
    expect(await other.locator('.maths').count()).toBe(1_200)
  })

  test('a formula that would take long stays as it was written', async () => {
    const page = await voting('costly-maths')
    const left = answerWith(page, 'and').locator('.maths')
    await left.last().and(page.locator('.drawn')).waitFor()
    expect(await left.first().locator('.katex').count()).toBe(0)
    const long = answerWith(page, 'Long:').locator('.maths')
    await expect.poll(() => long.locator('.katex-html').count()).toBe(7)
  })

  test('a formula that hides a part of itself stays as it was written, and colours stay legible', async () => {
    const page = await voting('hiding-maths')
    await page.emulateMedia({ colorScheme: 'dark' })
    const answer = answerWith(page, 'See')
    await expect.poll(() => answer.locator('.maths.drawn').count()).toBe(4)
    expect(await answer.locator('.maths:not(.drawn)').allTextContents()).toEqual([
      '$$\nx % say left\n$$',
      '$y\\phantom{say left}$',
    ])
    const letters = answer.locator('.katex-html [style*="color"]')
    expect(await letters.count()).toBeGreaterThan(2)
    const brightness = () =>
      letters.evaluateAll((all) =>
        all.map((letter) => {
          const { color, backgroundColor } = letter.ownerDocument.defaultView!.getComputedStyle(letter)
          const parts = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)/.exec(color)?.slice(1).map(Number)
          return parts && backgroundColor === 'rgba(0, 0, 0, 0)' ? Math.max(...parts) : backgroundColor
        }),
      )
    for (const bright of await brightness()) expect(bright).toBeGreaterThan(0.5)
    await page.emulateMedia({ colorScheme: 'light' })
    for (const bright of await brightness()) expect(bright).toBeLessThan(0.5)

    // one that is wider than its line scrolls, by keyboard too
    await page.setViewportSize(PHONE)
    const part = answerWith(page, 'Wide:').locator('.katex-base.wide')
    await part.waitFor()
    const box = (await part.boundingBox())!
    expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width)
    await part.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => part.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
    await page.setViewportSize(WIDE)
    await expect.poll(() => answerWith(page, 'Wide:').locator('.katex-base.wide').count()).toBe(0)
  })

  test('long lines of code wrap for all blocks and stay so on the next page; short ones offer no button', async () => {
    const page = await voting('blocks-of-code')
    const long = answerWith(page, 'select').filter({ hasNotText: 'def' })
    const wrap = long.getByRole('button', { name: 'Wrap long lines of code' })
    const isWide = () => long.locator('pre').evaluate((block) => block.scrollWidth > block.clientWidth)
    expect(await isWide()).toBe(true)
    expect(await page.getByRole('button', { name: 'Wrap long lines of code' }).count()).toBe(1)
    await wrap.press('Enter')
    expect(await wrap.getAttribute('aria-pressed')).toBe('true')
    expect(await isWide()).toBe(false)
    await page.reload()
    await long.locator('pre').waitFor()
    expect(await isWide()).toBe(false)
    await wrap.press('Enter')
    expect(await isWide()).toBe(true)
  })

  test.each(KINDS.map(({ key }) => key))('a text of kind %s is no wider than a phone', async (kind) => {
    const page = await voting(kind, PHONE)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width)
  })

  test.each([
    ['wide', WIDE],
    ['on a phone', PHONE],
  ])('a wide table or formula shows that it goes on, and scrolls by keyboard: %s', async (_, viewport) => {
    const page = await voting('wide-parts', viewport)
    await page.locator('article .maths.drawn').waitFor()
    for (const part of ['.scrolls', '.katex-display']) {
      const wide = page.locator(`article ${part}`)
      const shade = () =>
        wide.evaluate((one) => one.ownerDocument.defaultView!.getComputedStyle(one).backgroundImage)
      expect(await shade()).toContain('gradient')
      await wide.focus()
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => wide.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
    }
    expect(await violations(page)).toEqual([])
  })

  test('plain text shows prompt and both answers as stored, by keyboard, and stays for the session', async () => {
    const page = await voting('maths')
    const kind = KINDS.find(({ key }) => key === 'maths')!
    const plain = page.getByRole('button', { name: 'Plain text' })
    const asPage = page.getByRole('button', { name: 'Formatted' })
    await plain.press('Enter')
    expect(await plain.getAttribute('aria-pressed')).toBe('true')
    expect(await page.locator('.prompt pre').allTextContents()).toEqual([kind.messages![0].content])
    expect((await page.locator('article pre').allTextContents()).toSorted()).toEqual(kind.answers.toSorted())
    expect(await page.locator('.markdown').count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.reload()
    await page.locator('article pre').nth(1).waitFor()
    await asPage.press('Enter')
    await page.locator('article .markdown').nth(1).waitFor()
    await page.reload()
    await page.locator('article .markdown').nth(1).waitFor()
  })

  test('a prompt is whole where the window has room for the pair, and folded where it has not', async () => {
    const content = Array.from({ length: 11 }, (_, i) => `Line ${i}.`).join('\n')
    const arena = arenaOf('roomy', { prompts: 1 })
    const prompts = [{ ...arena.prompts[0]!, messages: [{ role: 'user' as const, content }] }]
    await importInto(site.app.deps, { ...arena, prompts })
    const page = await site.visit('/a/roomy/vote', { viewport: WIDE })
    await page.getByRole('region', { name: 'Prompt' }).getByText('Line 10.').waitFor()
    const showAll = page.getByRole('button', { name: 'Show all' })
    await expect.poll(() => showAll.count()).toBe(0)
    await page.setViewportSize({ width: 1280, height: 520 })
    await showAll.waitFor()
    await page.setViewportSize(WIDE)
    await expect.poll(() => showAll.count()).toBe(0)
  })

  test('a long prompt is folded, and opens by keyboard', async () => {
    const page = await voting('long')
    const prompt = page.getByRole('region', { name: 'Prompt' })
    const folded = (await prompt.boundingBox())!.height
    await page.getByRole('button', { name: 'Show all' }).press('Enter')
    await expect.poll(async () => (await prompt.boundingBox())!.height).toBeGreaterThan(2 * folded)
  })
})

describe('pictures', () => {
  /** Pictures of prompts and answers, where people vote and where battles are read. */

  async function bring(slug: string): Promise<void> {
    const rows = [
      {
        prompt: `What is this?\n\n![A disc](${asData('image/png', PNG)})`,
        Quillon: `![A photo of it](${asData('image/jpeg', JPEG)}) A **disc**.`,
        Zephrite: `![](${asData('image/webp', WEBP)})\n\n![elsewhere](https://other.example/a.png)`,
      },
    ]
    const path = `/api/admin/arenas/${slug}/import?create&yes`
    const response = await site.app.request(path, {
      method: 'POST',
      body: JSON.stringify(rows),
      headers: AS_ADMIN,
    })
    expect(response.status).toBe(200)
  }

  beforeAll(async () => {
    await bring('seen')
  })

  interface Shown {
    alt: string
    naturalWidth: number
  }

  /** The pictures of a page, when all of them are loaded: description and width in pixels. */
  async function pictures(page: Page): Promise<[string, number][]> {
    const shown = (): Promise<[string, number][]> =>
      page.locator('.markdown .picture img').evaluateAll((found) =>
        found.map((one) => {
          const { alt, naturalWidth } = one as unknown as Shown
          return [alt, naturalWidth]
        }),
      )
    await expect.poll(async () => (await shown()).filter(([, width]) => width > 0).length).toBe(3)
    return shown()
  }

  const SHOWN = [
    ['A disc', 24],
    ['A photo of it', 24],
    ['no description', 24],
  ]

  test.each([
    ['wide', { viewport: WIDE }],
    ['on a phone', { viewport: PHONE }],
    ['dark', { viewport: WIDE, colorScheme: 'dark' }],
  ] as const)('voters see them, and nothing is loaded from elsewhere: %s', async (_name, options) => {
    const page = await site.visit('/', options)
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(`${site.address}/a/seen/vote`)
    expect((await pictures(page)).toSorted()).toEqual(SHOWN)
    expect(requested.filter((url) => !url.startsWith(site.address) && !url.startsWith('data:'))).toEqual([])
    expect(await page.getByRole('link', { name: '[picture: elsewhere]' }).count()).toBe(1)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      options.viewport.width,
    )
    expect(await violations(page)).toEqual([])
  })

  test('one is opened by keyboard in a tab of its own', async () => {
    const page = await site.visit('/a/seen/vote')
    await pictures(page)
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'A photo of it' }).press('Enter')
    expect((await opened).url()).toContain('/a/seen/pictures/')
    expect(await page.getByRole('button', { name: 'Next pair' }).count()).toBe(0)
  })

  test('one that cannot be loaded says what it was', async () => {
    const page = await site.visit('/')
    await page.route('**/pictures/*', (route) => route.abort())
    await page.goto(`${site.address}/a/seen/vote`)
    await page.getByText('[picture, which could not be loaded: A photo of it]').waitFor()
    expect(await page.locator('.markdown img').count()).toBe(0)
  })
})
