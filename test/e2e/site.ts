/** The whole site for a browser: a served app that does its jobs, with the demo arena and one of the tests' own. */
import { openForAll } from '../support/later.ts'
import { existsSync } from 'node:fs'
import type { Browser, Page, BrowserContext, Locator } from '@playwright/test'
import { beforeAll, onTestFinished, TestRunner } from 'vitest'
import { importInto, seedDemo } from '../../server/transfer/index.ts'
import { createTestApp, type TestApp, type TestAppOptions } from '../support/app.ts'
import type { Content } from '../support/database.ts'
import { sharedBrowser } from '../support/chromium.ts'
import { HOSTILE } from './hostile-texts.ts'

/** Ends what hangs. On a slow machine the default of 30 s would end what works. */
const WAITS_AT_MOST_MS = 180_000

interface TabOptions {
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
  locale: string
  /** Whether to use a new context for this tab alone; default: false. */
  isFresh?: boolean
}

/**
 * Tabs in browser contexts that are used again: a used context has a site's files and their compiled code at hand. A
 * closed tab frees its context for the next one with the same locale, which finds nothing of its visitor.
 */
class Tabs {
  readonly #browser: Browser
  readonly #origin: string
  readonly #free = new Map<string, BrowserContext[]>()

  /** @param origin of the site that all tabs show */
  constructor(browser: Browser, origin: string) {
    this.#browser = browser
    this.#origin = origin
  }

  /** An empty tab of a new visitor. Close the tab itself: its context stays open. */
  async open({ viewport, colorScheme, locale, isFresh = false }: TabOptions): Promise<Page> {
    const used = isFresh ? undefined : this.#free.get(locale)?.pop()
    const context = used ?? (await this.#browser.newContext({ locale, reducedMotion: 'reduce' }))
    context.setDefaultTimeout(WAITS_AT_MOST_MS)
    if (used) await forgetVisitor(used)
    const tab = await context.newPage()
    if (used) await forgetStored(tab, this.#origin)
    await tab.setViewportSize(viewport)
    if (colorScheme !== 'light') await tab.emulateMedia({ colorScheme })
    tab.once('close', () => {
      if (isFresh) void context.close()
      else this.#free.set(locale, [...(this.#free.get(locale) ?? []), context])
    })
    return tab
  }
}

async function forgetVisitor(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((left) => left.close()))
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    context.setOffline(false),
    context.setExtraHTTPHeaders({}),
    context.unrouteAll(),
  ])
}

async function forgetStored(tab: Page, origin: string): Promise<void> {
  const session = await tab.context().newCDPSession(tab)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
  await session.detach()
}

export const WIDE = { width: 1280, height: 900 }
export const PHONE = { width: 390, height: 844 }
export const NAMES = ['Quillon-7b', 'Zephrite-v2', 'Marlowe-xl']

export interface Site {
  app: TestApp
  address: string
  browser: Browser
  /** A page of a new visitor. Close the page, not its context; one opened within a test closes with it. */
  visit(path: string, options?: Partial<TabOptions>): Promise<Page>
  close(): Promise<void>
}

/** Makes an open page another size, and waits until it has been drawn so. */
export async function resize(page: Page, viewport: typeof WIDE): Promise<void> {
  await page.setViewportSize(viewport)
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
}

/** A page in a browser context of its own, which closes with its test. */
export async function freshPage(
  { browser }: Pick<Site, 'browser'>,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Page> {
  const context = await browser.newContext({ locale: 'en', ...options })
  onTestFinished(() => context.close())
  return context.newPage()
}

/** Presses Tab until a part of the page has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor()
  for (let presses = 0; presses < 60; presses++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never comes to ${String(target)}.`)
}

/** @param options of the app behind it */
export async function openSite(options: TestAppOptions = {}): Promise<Site> {
  return siteOf(() => createTestApp({ clock: new Date().toISOString(), content: ARENAS, ...options }))
}

/** The site of a file or of a group of tests: made before them, with what `fill` writes, and closed after them. */
export function siteFor(make: () => Promise<Site> = openSite, fill?: () => Promise<unknown>): Site {
  const site = openForAll(make)
  if (fill) beforeAll(fill)
  return site
}

/** The demo arena and the tests' own, with their boards. */
const ARENAS: Content = {
  name: 'arenas',
  async write(database) {
    const app = await createTestApp({ clock: new Date().toISOString(), database })
    await seedDemo(app.deps, { votes: true, onlyIfEmpty: true })
    await importInto(app.deps, hostileArena())
    await app.settle()
    for (const slug of ['support-replies', 'hostile']) await app.request(`/api/arenas/${slug}/leaderboard`)
    await app.close()
  },
}

/** Opens the details of a board, whose parts are drawn then. */
export async function openDetails(page: Page): Promise<void> {
  await page.locator('#details > summary').click()
  await page.locator('#method h2').waitFor()
}

/** The site of an app that is made here, once it is known that there is a page to serve. */
export async function siteOf(make: () => Promise<TestApp>): Promise<Site> {
  if (!existsSync(new URL('../../dist/web/index.html', import.meta.url)))
    throw new Error('The page is not built: npm test builds it; or run npm run build.')
  const app = await make()
  const address = await app.serve()
  await app.work()
  const browser = await sharedBrowser()
  const tabs = new Tabs(browser, address)
  return {
    app,
    address,
    browser,
    async visit(path, options = {}) {
      const page = await tabs.open({ viewport: WIDE, colorScheme: 'light', locale: 'en-GB', ...options })
      // an open page draws every new board, and so slows the tests after its own
      if (TestRunner.getCurrentTest()) onTestFinished(() => page.close())
      await page.goto(address + path)
      await page.locator('html[data-live]').waitFor({ state: 'attached' })
      return page
    },
    async close() {
      await Promise.all(browser.contexts().map((context) => context.close()))
      await app.close()
    },
  }
}

function hostileArena() {
  return {
    arena: { slug: 'hostile', title: 'Hostile texts', description: 'Which does less harm?' },
    contestants: NAMES.map((name) => ({ name })),
    prompts: HOSTILE.map((_, n) => ({
      key: `p${n}`,
      messages: [{ role: 'user' as const, content: `Question ${n}?` }],
    })),
    answers: HOSTILE.flatMap((text, n) =>
      NAMES.map((contestant, i) => ({
        prompt: `p${n}`,
        contestant,
        text: `Answer ${i + 1}.\n\n${text}`,
        turns: null,
      })),
    ),
    votes: [],
  }
}

/** Holds what the page asks for at these addresses. @returns lets it go on */
export async function held(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
