import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import * as contracts from '../../shared/contracts/index.ts'
import * as limits from '../../shared/contracts/limits.ts'

/** What a file takes in when it runs: imports of types alone leave no trace. */
const IMPORT = /(?:^\s*(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?\s*|\bimport\()['"]([^'"]+)['"]/gm

/** Everything the page is made of, from its entry on: files of the project, and names of packages. */
function takenIn(file: URL, taken = new Set<string>()): Set<string> {
  if (taken.has(file.href) || !/\.(ts|svelte)$/.test(file.pathname)) return taken
  taken.add(file.href)
  for (const [, name] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    if (name!.startsWith('.')) takenIn(new URL(name!, file), taken)
    else taken.add(name!)
  }
  return taken
}

it('the page takes limits and the names of sources and columns from the contracts, but none of their schemas', () => {
  const taken = takenIn(new URL('../../web/src/start.ts', import.meta.url))
  const files = [...taken].filter((name) => name.startsWith('file:'))
  expect(files.filter((file) => !existsSync(fileURLToPath(file)))).toEqual([])
  expect(taken).toContain('svelte')
  const fromContracts = files.filter((file) => file.includes('/shared/contracts/'))
  expect(fromContracts.toSorted()).toEqual(
    ['language', 'limits', 'source-names', 'source'].map(
      (name) => new URL(`../../shared/contracts/${name}.ts`, import.meta.url).href,
    ),
  )
  expect(taken).not.toContain('zod')
  expect(contracts).toMatchObject(limits)
})

describe('the JavaScript of a page, gzipped', () => {
  const built = new URL('../../dist/web/', import.meta.url)
  const manifest = existsSync(new URL('.vite/manifest.json', built))
    ? (JSON.parse(readFileSync(new URL('.vite/manifest.json', built), 'utf8')) as Manifest)
    : null

  /** What draws formulas. Only a text with one asks for it. */
  const OF_SOME_TEXTS = /draw-formula/

  /** Everything that a reader of the page alone is sent: entry, page, what they import, and what the page asks for later. */
  function scriptsOf(page: string, code: string, withLater = true): string[] {
    const taken = new Set<string>()
    const take = (name: string, withLater: boolean) => {
      if (taken.has(name) || OF_SOME_TEXTS.test(name)) return
      taken.add(name)
      const { imports = [], dynamicImports = [] } = manifest![name]
      for (const part of [...imports, ...(withLater ? dynamicImports : [])]) take(part, withLater)
    }
    // the entry could ask for every page; a reader asks for one
    take('src/start.ts', false)
    take(`src/words/languages/${code}.ts`, false)
    take(page, withLater)
    // the other words of a language, for the panels under a board
    if (withLater && page.includes('/leaderboard/')) take(`src/words/languages/${code}.ts?more`, false)
    if (page.includes('/vote/')) take('src/ui/text/drawn.ts', withLater)
    return [...taken].map((name) => manifest![name].file).filter((file) => file.endsWith('.js'))
  }

  /** What a reader is sent before anything is asked for later. */
  const FIRST_VISIT = 102
  const kB = (page: string, code: string, withLater = true) =>
    scriptsOf(page, code, withLater).reduce(
      (sum, file) => sum + gzipSync(readFileSync(new URL(file, built))).length,
      0,
    ) / 1000

  describe.each(['en', 'de'])('in %s', (code) => {
    it.each([
      ['vote, with what some arenas ask for later', 'src/pages/vote/VotePage.svelte', 116],
      [
        'leaderboard, with every panel that is asked for later',
        'src/pages/leaderboard/LeaderboardPage.svelte',
        148,
      ],
    ])('%s keeps its limit', (_, page, limit) => {
      if (!manifest) throw new Error('The page is not built: npm test builds it; or run npm run build.')
      expect(kB(page, code, false)).toBeLessThanOrEqual(FIRST_VISIT)
      expect(scriptsOf(page, code).length).toBeGreaterThan(2)
      expect(kB(page, code)).toBeLessThanOrEqual(limit)
      expect(kB(page, code)).toBeGreaterThan(20)
    })
  })

  it('what some texts ask for is never part of a page, and is there when a text asks', () => {
    const names = Object.keys(manifest!).filter((name) => OF_SOME_TEXTS.test(name))
    expect(names).toHaveLength(1)
    const files = Object.entries(manifest!).filter(([, { imports = [] }]) =>
      imports.some((name) => OF_SOME_TEXTS.test(name)),
    )
    expect(files).toEqual([])
  })
})

type Manifest = Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }>
