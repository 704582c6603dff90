/** The whole site for a browser: a served app that does its jobs, with the demo arena and one of the tests' own. */
import { existsSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { onTestFinished, TestRunner } from 'vitest'
import { importInto, seedDemo } from '../../server/transfer/index.ts'
import { createTestApp, type TestApp, type TestAppOptions } from '../support/app.ts'
import type { Content } from '../support/database.ts'
import { sharedBrowser } from '../support/chromium.ts'
import { HOSTILE } from './hostile-texts.ts'
import { Tabs, type TabOptions } from './tabs.ts'

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

/** @param options of the app behind it */
export async function openSite(options: TestAppOptions = {}): Promise<Site> {
  return siteOf(() => createTestApp({ clock: new Date().toISOString(), content: ARENAS, ...options }))
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
