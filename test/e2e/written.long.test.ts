/** Every answer of the reference data can be read as it is stored. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { siteFor } from './site.ts'
import { shownTurns } from './shown-turns.ts'
import { losses } from './written.ts'

const folder = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''

/** Characters on one page: more would make the page too large to lay out at once. */
const AT_ONCE = 300_000

function pagesOf(texts: readonly string[]): string[][] {
  const pages: string[][] = [[]]
  let characters = 0
  for (const text of texts) {
    characters += text.length
    if (characters > AT_ONCE) pages.push([])
    if (characters > AT_ONCE) characters = text.length
    pages.at(-1)!.push(text)
  }
  return pages
}

type Row = Record<string, unknown>
const rowsOf = (file: string): Row[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
const textsOf = (file: string, ...columns: string[]): string[] =>
  rowsOf(file).flatMap((row) => columns.flatMap((column) => (row[column] ?? []) as string | string[]))

const SETS: Record<string, () => string[]> = {
  llmfao: () => textsOf('llmfao/outputs.jsonl', 'text'),
  'prompts of llmfao': () => textsOf('llmfao/prompts.jsonl', 'text'),
  mtbench: () => textsOf('mtbench_en_llmjudge/outputs.jsonl', 'turns'),
  'prompts of mtbench': () => textsOf('mtbench_en_llmjudge/prompts.jsonl', 'turns'),
  alpacaeval: () => textsOf('alpacaeval/outputs.jsonl', 'text'),
  faireval: () => textsOf('faireval/items.jsonl', 'prompt', 'output_1', 'output_2'),
  llmbar: () => textsOf('llmbar/items.jsonl', 'prompt', 'output_1', 'output_2'),
  pandalm: () => textsOf('pandalm/items.jsonl', 'instruction', 'input', 'output_1', 'output_2'),
}

describe.skipIf(folder === '')('texts of the reference data', () => {
  const site = siteFor()

  test.each(Object.keys(SETS))('%s', async (name) => {
    const texts = SETS[name]!().filter((text) => text.trim() !== '')
    const lost: { written: string; plain: string; found: ReturnType<typeof losses> }[] = []
    for (const [nth, some] of pagesOf(texts).entries()) {
      const shown = await shownTurns(site, `${name.replaceAll(' ', '-')}-${nth}`, some)
      for (const [n, written] of some.entries()) {
        const { page, plain } = shown[n]!
        const found = losses(written, page)
        if (found.length > 0 || plain !== written) lost.push({ written, plain, found })
      }
    }
    expect(lost).toEqual([])
  })
})
