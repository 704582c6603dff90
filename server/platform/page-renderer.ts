/**
 * Loads the renderer that the build makes from the page's own components. It is loaded by path, because the server
 * imports nothing from web/.
 */
import { stat } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { PageRenderer } from '../../shared/contracts/index.ts'
import type { Log } from './log.ts'

const PATH = fileURLToPath(new URL('../../dist/render/render.js', import.meta.url))

let loaded: { builtAt: number; renderer: Promise<PageRenderer | null> } | null = null

/** The renderer of the last build; null if it does not load, and the log says why once. */
export async function pageRenderer(log: Pick<Log, 'warn'>): Promise<PageRenderer | null> {
  const builtAt = (await stat(PATH).catch(() => null))?.mtimeMs ?? 0
  if (loaded?.builtAt !== builtAt) loaded = { builtAt, renderer: load(builtAt, log) }
  return loaded.renderer
}

async function load(builtAt: number, log: Pick<Log, 'warn'>): Promise<PageRenderer | null> {
  try {
    const renderer = (await import(`${pathToFileURL(PATH).href}?${builtAt}`)) as PageRenderer
    if (typeof renderer.draw === 'function' && typeof renderer.languageFor === 'function') return renderer
    throw new Error(`${PATH} is not the renderer.`)
  } catch (error) {
    log.warn(
      { err: error },
      'pages are drawn by the browser alone, since their renderer cannot be loaded; "npm run build" makes it',
    )
    return null
  }
}
