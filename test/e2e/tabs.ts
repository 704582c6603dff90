/** Tabs in browser contexts that are used again: a used context has a site's files and their compiled code at hand. */
import type { Browser, BrowserContext, Page } from '@playwright/test'

/** Ends what hangs. On a slow machine the default of 30 s would end what works. */
const WAITS_AT_MOST_MS = 180_000

export interface TabOptions {
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
  locale: string
  /** Whether to use a new context for this tab alone; default: false. */
  isFresh?: boolean
}

/** A closed tab frees its context for the next one with the same locale, which finds nothing of its visitor. */
export class Tabs {
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
