/** Reads the built page, and fills it with the output of the renderer. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Begin, DrawnPage } from '../../shared/contracts/index.ts'

/** Folder of the built page. */
export const BUILT = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** The built page before drawing. */
export interface BuiltPage {
  html: string
  manifest: Manifest
  /** Differs for each build. */
  stamp: string
}

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/** The built page; null if it is not built. */
export async function builtPage(): Promise<BuiltPage | null> {
  const [html, manifest] = await Promise.all([
    readFile(`${BUILT}/index.html`, 'utf8').catch(() => null),
    readFile(`${BUILT}/.vite/manifest.json`, 'utf8').catch(() => '{}'),
  ])
  if (html === null) return null
  const stamp = createHash('sha256').update(html).update(manifest).digest('base64url').slice(0, 12)
  return { html, manifest: JSON.parse(manifest) as Manifest, stamp }
}

/** The page with the drawn parts inserted, and with the data for the browser to start from. */
export function filledPage(
  { html, manifest }: BuiltPage,
  drawn: DrawnPage,
  language: string,
  begin: Begin | null,
): string {
  const fill = (text: string, place: RegExp, content: string) => text.replace(place, () => content)
  const embedded = begin ? `<script type="application/json" id="begin">${jsonInHtml(begin)}</script>` : ''
  const places: [RegExp, string][] = [
    [/<html lang="\w+"/, `<html lang="${language}" data-drawn`],
    [/<!-- about -->[^]*<!-- end of about -->/, drawn.head],
    // after the styles of every page, in the order in which a browser adds them
    [/<\/head>/, `${filesOf(drawn.source, manifest, html)}</head>`],
    [/<!-- without script -->[^]*<!-- end of without script -->/, drawn.withoutScript],
    [/<div id="page"><\/div>/, `<div id="page">${drawn.body}</div>${embedded}`],
  ]
  return places.reduce((text, [place, content]) => fill(text, place, content), html)
}

/**
 * The styles of a page, which would otherwise load only with its script; and its scripts, so that they load at once.
 */
function filesOf(source: string, manifest: Manifest, html: string): string {
  const parts = new Set<string>()
  const add = (name: string) => {
    if (parts.has(name)) return
    parts.add(name)
    manifest[name]?.imports?.forEach(add)
  }
  add(source)
  const of = [...parts].flatMap((name) => manifest[name] ?? [])
  const isNew = (file: string) => !html.includes(`/${file}"`)
  const styles = new Set(of.flatMap(({ css }) => css ?? []).filter(isNew))
  const scripts = of.map(({ file }) => file).filter(isNew)
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('')
}

/** JSON escaped for HTML, so that no text in it can end the script. */
export function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}
