/** A server that calls no model pays nothing for being able to. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** Prints the clients' packages that importing a module loads. */
const program = (module: string) => `
  import { registerHooks } from 'node:module'
  const loaded = new Set()
  registerHooks({
    load(url, context, next) {
      const [, name] = /node_modules\\/(openai|@anthropic-ai\\/sdk)\\//.exec(url) ?? []
      if (name) loaded.add(name)
      return next(url, context)
    },
  })
  await import(${JSON.stringify(module)})
  console.log(JSON.stringify([...loaded]))`

async function loadedBy(module: string): Promise<string[]> {
  const args = ['--input-type=module', '--eval', program(module)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as string[]
}

it('starting loads neither client', async () => {
  expect(await loadedBy(new URL('../../../../server/open-app.ts', import.meta.url).href)).toEqual([])
  expect(await loadedBy(import.meta.resolve('openai'))).toEqual(['openai'])
})
