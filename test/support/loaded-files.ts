import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

const HOOK = `
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
const urls = []
registerHooks({
  load(url, context, next) {
    urls.push(url)
    return next(url, context)
  },
})
process.on('exit', () => writeFileSync(new URL('./loaded', import.meta.url), urls.join('\\n')))
`

/** Runs a Node with these variables and returns the files that it loaded, as addresses. */
export async function filesLoadedBy(
  run: (env: { NODE_OPTIONS: string }) => Promise<unknown>,
): Promise<string[]> {
  const folder = await temporaryFolder()
  const hook = join(folder, 'hook.mjs')
  await writeFile(hook, HOOK)
  await run({ NODE_OPTIONS: `--import=${hook}` })
  const urls = (await readFile(join(folder, 'loaded'), 'utf8')).split('\n')
  return urls.filter((url) => url.startsWith('file:'))
}
