/** Reads the built scripts and styles of static sites. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BUILT = fileURLToPath(new URL('../../../dist/site', import.meta.url))
const PAGE = 'site/site.ts'
const WORKER = 'site/worker.ts'

/** Scripts and styles of a static site. Addresses begin at its folder. */
export interface BuiltSite {
  script: string
  worker: string
  styles: string[]
  files: Map<string, Buffer>
}

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/** The scripts and styles of the last build; null if they are not built. */
export async function builtSite(): Promise<BuiltSite | null> {
  const text = await readFile(join(BUILT, '.vite/manifest.json'), 'utf8').catch(() => null)
  if (text === null) return null
  const manifest = JSON.parse(text) as Manifest
  const styles = Object.values(manifest).flatMap(({ css }) => css ?? [])
  const scripts = Object.values(manifest).map(({ file }) => file)
  const names = [...new Set([...scripts, ...styles, 'favicon.svg'])]
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(BUILT, name))] as const),
  )
  return { script: manifest[PAGE].file, worker: manifest[WORKER].file, styles, files: new Map(files) }
}
