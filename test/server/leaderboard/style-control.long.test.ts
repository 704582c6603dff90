/** Style control beside a live board: the figures of `rate --style` on the export, withheld where they would say too much. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StyleReport } from '../../../server/ratings/reports/style.ts'
import { BoardReports } from '../../../shared/contracts/index.ts'
import { deadheatHere } from '../../scripts/deadheat.ts'
import { appFor } from '../../support/app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { mixed, styledArena, STYLED } from './styled-arenas.ts'

const app = appFor({}, async () => {
  for (const one of Object.values(STYLED)) await app.import(one)
  await app.settle()
})

const reportsOf = (slug: string) => app.read(BoardReports, `/api/arenas/${slug}/reports`)
const styleOf = async (slug: string) => (await reportsOf(slug)).style!

/** What `rate --style` prints for the exported votes and the texts, by unit. */
async function rated(slug: string, cluster: 'prompt' | 'voter'): Promise<StyleReport> {
  const cwd = await temporaryFolder()
  const votes = await app.text(`/api/arenas/${slug}/export/votes.jsonl`)
  const answers = STYLED[slug]!.answers.map(({ prompt, contestant, text }) =>
    JSON.stringify({ prompt, model: contestant, text }),
  )
  await writeFile(join(cwd, 'votes.jsonl'), votes)
  await writeFile(join(cwd, 'answers.jsonl'), answers.join('\n'))
  const args = ['rate', 'votes.jsonl', '--answers', 'answers.jsonl', '--style', '--json', '--rounds', '0']
  const { stdout, stderr, code } = await deadheatHere([...args, '--cluster', cluster], { cwd })
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return JSON.parse(stdout).style
}

const near = (range: readonly number[]) => range.map((end) => expect.closeTo(end, 6))
const wider = (one: readonly number[], other: readonly number[]) =>
  other[1]! - other[0]! > one[1]! - one[0]! ? other : one

describe('style control of a live board', () => {
  it('equals `rate --style` on the export, each interval the wider of those by prompt and by voter', async () => {
    const [reports, byPrompt, byVoter] = [
      await reportsOf('styled'),
      await rated('styled', 'prompt'),
      await rated('styled', 'voter'),
    ]
    expect(reports.cluster).toBe('both')
    const style = reports.style!
    expect(style).toMatchObject({ withheld: null, votes: 240, notUsed: byPrompt.notUsed })
    expect(style.features.map(({ feature }) => feature)).toEqual(['length', 'headers', 'lists', 'bold'])
    for (const [k, { feature, interval, twice }] of style.features.entries()) {
      const [one, other] = [byPrompt.features[k]!, byVoter.features[k]!]
      expect([feature, one.feature]).toEqual([one.feature, other.feature])
      expect(interval).toEqual(near(wider(one.interval, other.interval)))
      expect(twice.winRate).toBeCloseTo(one.twice.winRate, 6)
    }
    expect(style.contestants.map(({ name }) => name)).toEqual(byPrompt.contestants.map(({ name }) => name))
    for (const { name, rating, controlled, interval } of style.contestants) {
      const [one, other] = [byPrompt, byVoter].map(({ contestants }) =>
        contestants.find((own) => own.name === name)!,
      ) as [StyleReport['contestants'][number], StyleReport['contestants'][number]]
      expect(rating).toBeCloseTo(one.rating, 6)
      expect(controlled).toBeCloseTo(one.controlled, 6)
      expect(interval).toEqual(near(wider(one.interval, other.interval)))
    }
  })

  it('reports that longer answers win more, and brings equal contestants together', async () => {
    const { features, contestants } = await styleOf('styled')
    expect(features[0]!.interval[0]).toBeGreaterThan(0)
    const gap = (of: (one: (typeof contestants)[number]) => number) =>
      Math.max(...contestants.map(of)) - Math.min(...contestants.map(of))
    expect(gap(({ controlled }) => controlled!)).toBeLessThan(gap(({ rating }) => rating) / 2)
  })

  it('withholds the rating of a contestant whose answers are always longer, and keeps the scale of the others', async () => {
    const { withheld, contestants } = await styleOf('long-ada')
    expect(withheld).toBe(null)
    const ada = contestants.at(-1)!
    expect(ada).toMatchObject({ name: 'Ada', controlled: null, interval: null, extrapolates: ['length'] })
    const others = contestants.slice(0, -1)
    expect(others.map(({ extrapolates }) => extrapolates)).toEqual([[], [], []])
    const mean = (of: (one: (typeof others)[number]) => number) =>
      others.reduce((sum, one) => sum + of(one) / 3, 0)
    expect(mean(({ controlled }) => controlled!)).toBeCloseTo(
      mean(({ rating }) => rating),
      6,
    )
    const report = await rated('long-ada', 'prompt')
    expect(report.contestants.at(-1)).toMatchObject({ name: 'Ada', extrapolates: ['length'] })
  })

  it.each([
    ['silent', 'no_texts'],
    ['half-silent', 'few_texts'],
    ['few', 'few_votes'],
    ['alike', 'no_estimate'],
    ['prefixed', 'no_estimate'],
  ])('of the arena %s is withheld: %s', async (slug, withheld) => {
    expect(await styleOf(slug)).toMatchObject({ withheld, features: [], contestants: [] })
  })

  it('knows an answer that is added later', async () => {
    const { answers } = styledArena('silent', mixed)
    await app.import({ ...STYLED['silent']!, answers, votes: [] })
    await app.settle()
    expect((await styleOf('silent')).withheld).toBe(null)
  })
})
