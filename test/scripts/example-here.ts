import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModelServer } from '../../workshop/model-server/model-server.ts'
import type { ReceivedCall } from '../../workshop/model-server/wires.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

export const EXAMPLES = join(import.meta.dirname, '../../examples')
export const KEYS = { OPENAI_API_KEY: 'sk-test-0123456789', ANTHROPIC_API_KEY: 'sk-ant-test-0123456789' }

/** A copy of an example whose providers are the local model server; its folder. */
export async function exampleHere(name: string, models: ModelServer): Promise<string> {
  const folder = await temporaryFolder()
  await cp(join(EXAMPLES, name), folder, { recursive: true })
  const file = join(folder, 'arena.yaml')
  const here = (await readFile(file, 'utf8')).replace(
    /^( +)type: (openai|anthropic).*$/gm,
    (line, indent: string, type: string) =>
      `${line}\n${indent}baseUrl: ${type === 'openai' ? models.openAiUrl : models.anthropicUrl}`,
  )
  await writeFile(file, here.replace('requestsPerMinute: 50', ''))
  return folder
}

/** What follows the schema and says as little as it allows; to a contestant, a text of its own. */
export function leastReply({ schema, number }: ReceivedCall): string {
  return schema ? JSON.stringify(leastOf(schema)) : `Answer number ${number}.`
}

function leastOf(schema: Record<string, unknown>): unknown {
  const { enum: values, type, properties = {} } = schema
  // no place is named, which would stop the judge
  if (Array.isArray(values)) return values.includes('tie') ? 'tie' : values[0]
  if (type === 'boolean') return true
  if (type !== 'object') return 'It is so.'
  const entries = Object.entries(properties as Record<string, Record<string, unknown>>)
  return Object.fromEntries(entries.map(([key, one]) => [key, leastOf(one)]))
}
