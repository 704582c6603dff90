import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
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

it('the page takes limits from the contracts, but none of their schemas', () => {
  const taken = takenIn(new URL('../../web/src/main.ts', import.meta.url))
  const files = [...taken].filter((name) => name.startsWith('file:'))
  expect(files.filter((file) => !existsSync(fileURLToPath(file)))).toEqual([])
  expect(taken).toContain('svelte')
  expect(files.filter((file) => file.includes('/shared/contracts/'))).toEqual([
    new URL('../../shared/contracts/limits.ts', import.meta.url).href,
  ])
  expect(taken).not.toContain('zod')
  expect(contracts).toMatchObject(limits)
})
