import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  hashRubric,
  criteriaInstructions,
  readRubric,
  rubricPath,
  SHIPPED_RUBRICS,
} from '../../../server/rubrics/rubrics.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { casesIn } from '../../support/cases.ts'

const CASES = casesIn<{ refused: [what: string, text: string, message: string][] }>(
  import.meta.url,
  'rubrics',
)

async function written(text: string | Buffer, name = 'tone.md') {
  const path = join(await temporaryFolder(), name)
  await writeFile(path, text)
  return path
}
const GOOD = '---\ncriterion: tone\n---\n\nWhich answer is kinder?\n'
const hashOf = async (text: string, name?: string) => (await readRubric(await written(text, name))).sha256

describe('a shipped rubric', () => {
  it.each(Object.entries(SHIPPED_RUBRICS))('%s has all its parts', async (name, path) => {
    const { rubric, sha256 } = await readRubric(path)
    expect(rubric.name).toBe(name)
    expect(rubric.instructions.length).toBeGreaterThan(200)
    expect(Object.keys(rubric.judgePrompts)).toEqual(rubric.forms)
    expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is a file in the folder, and each file in the folder is a shipped rubric', () => {
    const files = readdirSync(join(import.meta.dirname, '../../../rubrics')).filter((name) =>
      name.endsWith('.md'),
    )
    expect(
      Object.values(SHIPPED_RUBRICS)
        .map((path) => basename(path))
        .toSorted(),
    ).toEqual(files.toSorted())
  })

  it('is also written next to the arena by `init`', async () => {
    const { rubric } = await readRubric(
      join(import.meta.dirname, '../../../examples/first-arena/rubrics/overall.md'),
    )
    expect(rubric.criteria).toEqual(['overall'])
  })

  it('shows contexts if it judges by them, and the reference if it compares with it', async () => {
    const shows = async (name: keyof typeof SHIPPED_RUBRICS) =>
      (await readRubric(SHIPPED_RUBRICS[name])).rubric.shows
    expect(await shows('groundedness')).toEqual(['context'])
    expect(await shows('rag')).toEqual(['context'])
    expect(await shows('reference')).toEqual(['reference'])
    expect(await shows('voice')).toEqual(['reference'])
    expect(await shows('overall')).toEqual([])
  })

  it('asks about the four criteria of retrieval in one call, or about some of them', async () => {
    const { rubric } = await readRubric(SHIPPED_RUBRICS.rag)
    expect(rubric.criteria).toEqual(['helpfulness', 'groundedness', 'coherence', 'completeness'])
    const some = criteriaInstructions(rubric.instructions, rubric.criteria, ['coherence'])
    expect(some).toContain('## coherence')
    expect(some).not.toMatch(/## (helpfulness|groundedness|completeness)/)
    expect(some).toContain('Judge each criterion below by itself')
  })
})

describe('a rubric is found', () => {
  it('by its name if it is shipped, or by a path relative to arena.yaml', () => {
    expect(rubricPath('overall', '/arena')).toBe(SHIPPED_RUBRICS.overall)
    expect(rubricPath('rubrics/overall.md', '/arena')).toBe('/arena/rubrics/overall.md')
    expect(rubricPath('./tone.md', '/arena')).toBe('/arena/tone.md')
  })

  it('or the message names what is near, and the shipped ones', async () => {
    expect(() => rubricPath('overal', '/arena')).toThrow(
      /no rubric "overal" \(did you mean "overall"\?\); shipped are overall, helpfulness/,
    )
    await expect(readRubric('/arena/tone.md')).rejects.toThrow(/^\/arena\/tone\.md: there is no such file\.$/)
  })
})

describe('a hash', () => {
  it('is the same for texts that a judge reads as equal', async () => {
    const hash = await hashOf(GOOD)
    expect(await hashOf(`\uFEFF${GOOD.replaceAll('\n', '\r\n')}`)).toBe(hash)
    expect(await hashOf(GOOD.replace('kinder?', 'kinder?   \n\n'))).toBe(hash)
    expect(await hashOf(GOOD.replace('---\n\nWhich', '# a note to authors\n---\n\nWhich'))).toBe(hash)
    expect(await hashOf(GOOD, 'kindness.md')).toBe(hash)
    expect(await hashOf(GOOD.replace('kinder', 'bl\u00FCter'))).toBe(
      await hashOf(GOOD.replace('kinder', 'blu\u0308ter')),
    )
  })

  it('changes with every part that a judge reads', async () => {
    const { rubric, sha256 } = await readRubric(await written(GOOD))
    const others = [
      { ...rubric, criteria: ['manners'] },
      { ...rubric, forms: ['pairwise' as const, 'listwise' as const] },
      { ...rubric, reason: 'after' as const },
      { ...rubric, shows: ['context' as const] },
      { ...rubric, instructions: `${rubric.instructions} Be strict.` },
      { ...rubric, judgePrompts: { pairwise: `${rubric.judgePrompts.pairwise} Be strict.` } },
    ]
    expect(hashRubric(rubric)).toBe(sha256)
    expect(new Set([sha256, ...others.map(hashRubric)]).size).toBe(others.length + 1)
  })
})

describe('a rubric is refused', () => {
  it.each(CASES.refused)('%s', async (_, text, message) => {
    await expect(readRubric(await written(text))).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(new RegExp(message)),
    })
  })

  it('if it is not text', async () => {
    await expect(readRubric(await written(Buffer.from([0x2d, 0xff, 0xfe])))).rejects.toThrow(/not UTF-8/)
  })
})
