import { isOperatorPage, matchRoute } from './routes.ts'
import type { Attachment } from 'svelte/attachments'

const inBrowser = typeof window !== 'undefined'

/** The address of the page, as state. Everything that should survive a reload or a shared link lives here. */
class Address {
  #url = $state.raw(new URL(inBrowser ? location.href : 'http://localhost/'))
  /** The address that the browser does not show yet. */
  #unwritten: URL | null = null
  /** Whether a link of this site led here, without a page load. */
  moved = false
  readonly route = $derived(matchRoute(this.#url.pathname))

  constructor() {
    if (!inBrowser) return
    addEventListener('popstate', () => {
      this.#unwritten = null
      this.#url = new URL(location.href)
    })
    document.addEventListener('click', (event) => this.#follow(event))
  }

  /** Sets the address of the page to render. For the server only. */
  stand(url: URL): void {
    this.#url = url
  }

  /** The origin of links that are shown or copied: that of the server's setting, or else of this page. */
  get origin(): string {
    const known = inBrowser ? document.querySelector<HTMLMetaElement>('meta[name="public-address"]') : null
    return known?.content ?? this.#url.origin
  }

  get path(): string {
    return this.#url.pathname
  }

  get query(): URLSearchParams {
    return this.#url.searchParams
  }

  /** Goes to an address of this site. `replace` adds no entry to the history. */
  go(target: string, { replace = false } = {}): void {
    const next = new URL(target, location.href)
    // a page of operators is in no frame
    if (this.#isElsewhere(next)) return window === window.top ? location.assign(next) : void open(next)
    const samePage = next.pathname === this.#url.pathname
    if (replace) this.#replaceLater(next)
    else {
      this.#replaceNow()
      history.pushState(null, '', next)
    }
    this.#url = next
    if (samePage) return
    this.moved = true
    scrollTo(0, 0)
  }

  /** Browsers take milliseconds for it, so what was pressed is painted first. */
  #replaceLater(next: URL): void {
    if (!this.#unwritten) setTimeout(() => this.#replaceNow())
    this.#unwritten = next
  }

  #replaceNow(): void {
    if (this.#unwritten) history.replaceState(null, '', this.#unwritten)
    this.#unwritten = null
  }

  /** The current path with some query parameters set, or removed if null. */
  with(changes: Record<string, string | null>): string {
    const query = new URLSearchParams(this.query)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) query.delete(name)
      else query.set(name, value)
    }
    const search = query.toString()
    return search ? `${this.path}?${search}` : this.path
  }

  /** Pages of operators may be in another language than the others, which is chosen when a page loads. */
  #isElsewhere({ pathname }: { pathname: string }): boolean {
    return isOperatorPage(matchRoute(pathname).page) !== isOperatorPage(this.route.page)
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    const isElsewhere = this.#isElsewhere(link)
    // no frame shows pages of operators
    if (isElsewhere && window !== window.top) link.target = '_blank'
    if (link.hash || matchRoute(link.pathname).page === 'missing' || isElsewhere) return
    event.preventDefault()
    this.go(link.href)
  }
}

export const router = new Address()

/** Focuses the content of a page that was reached by a link of this site, as a page load would. */
export const focusOnArrival: Attachment<HTMLElement> = (content) => {
  if (router.moved) content.focus({ preventScroll: true })
}
