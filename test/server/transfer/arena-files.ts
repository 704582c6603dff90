/** Arenas as files in a folder of their own. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { checkArena, problemText } from '../../../server/transfer/index.ts'
import type { CheckOptions } from '../../../server/transfer/arena-file/check-arena.ts'
import { readPrices } from '../../../server/platform/providers/index.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

export const MODEL = 'gpt-4.1-mini-2025-04-14'
const provided = (name: string, system: string) => ({ name, provider: 'local', model: MODEL, system })

/** Two contestants with a provider, three prompts, one judge. */
export const DESCRIBED = {
  arena: 'described',
  contestants: [provided('Terse', 'Be brief.'), provided('Warm', 'Be kind.')],
  prompts: ['p1', 'p2', 'p3'].map((id) => ({ id, text: `Question ${id}?` })),
  judges: [{ name: 'careful', provider: 'local', model: MODEL, rubric: 'overall' }],
  providers: { local: { type: 'openai', baseUrl: 'http://127.0.0.1:9/v1', apiKeyEnv: 'LOCAL_KEY' } },
}

/** Writes an arena.yaml, as text or as what it says, with the files beside it; returns its path. */
export async function arenaFile(described: unknown, files: Record<string, string> = {}): Promise<string> {
  const folder = await temporaryFolder()
  const all = { 'arena.yaml': typeof described === 'string' ? described : stringify(described), ...files }
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return join(folder, 'arena.yaml')
}

/** After all days that the shipped prices know of but one. */
export const NOW = new Date('2026-11-20T12:00:00Z')

export const ENV = { LOCAL_KEY: 'sk-local-0123456789' }

/** An arena.yaml checked where its key is set and the shipped prices hold. */
export async function checked(
  described: unknown,
  files: Record<string, string> = {},
  options: Partial<CheckOptions> = {},
) {
  const prices = await readPrices()
  const plan = await checkArena(await arenaFile(described, files), { env: ENV, prices, now: NOW, ...options })
  return { plan, prices, problems: plan.problems.map(problemText), warnings: plan.warnings.map(problemText) }
}

/** Objects as a line of JSON each. */
export const lines = (rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('')
