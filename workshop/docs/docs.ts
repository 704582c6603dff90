/**
 * `npm run docs` writes the pages of docs/reference that are generated from the code. With `--check` it writes nothing, names the files that are
 * out of date, and exits with 1 if there are any.
 */
import { join } from 'node:path'
import { stalePages, writePages } from './pages.ts'

const root = join(import.meta.dirname, '../..')

if (process.argv.includes('--check')) {
  const stale = await stalePages(root)
  for (const path of stale) console.log(`${path} is out of date: run npm run docs and commit it.`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else await writePages(root)
