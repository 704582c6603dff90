/** Votes on pairs drawn with focus go out with the probability of each pair, and come in with it. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sampleWithFocus } from '../../../server/sampling/focus.ts'
import { buildPool } from '../../../server/sampling/pool.ts'
import { importFiles } from '../../support/import-files.ts'
import { importInto } from '../../../server/transfer/index.ts'
import { differencesBetween } from '../../../server/transfer/verify/verify-board.ts'
import { Board } from '../../../shared/contracts/index.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { appFor } from '../../support/app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { deadheatHere, ratedBoard } from '../../scripts/deadheat.ts'
import { arenaOf, voteOf } from '../arena-import.ts'

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
const FORMATS = ['csv', 'json', 'jsonl']

/** Votes among contestants in steps of 0.3 logits. From the first on, the best five are contenders. */
function focusedVotes(count: number) {
  const stream = new RandomStream(5, 0)
  const random = () => stream.uniform()
  const pool = buildPool(
    NAMES.map((_, id) => ({ contestant_id: id, prompt_id: 1, answer_id: id, text_sha256: `${id}` })),
  )
  return Array.from({ length: count }, (_, vote) => {
    const { left, right, pairProbability } = sampleWithFocus(
      pool,
      new Set([0, 1, 2, 3, 4]),
      new Set(),
      random,
    )!
    const [i, j] = [left.contestantId, right.contestantId]
    const outcome = random() < sigmoid(0.3 * (j - i)) ? 'left' : 'right'
    const more = { prompt: `p${1 + (vote % 400)}`, voter: `v${vote}`, pairProbability: pairProbability! }
    return voteOf(NAMES[i], NAMES[j], outcome, more)
  })
}

describe('votes on pairs drawn with focus', () => {
  const app = appFor({}, async () => {
    await app.work()
    const uniform = voteOf('a', 'j', 'left', { voter: 'uniform' })
    const votes = [...focusedVotes(2400), uniform]
    await importInto(app.deps, arenaOf('focused', { names: NAMES, prompts: 400, votes }))
    await app.settle()
  })

  const text = async (path: string) => (await app.request(`/api/arenas/${path}`)).text()
  const board = async (path: string) => Board.parse(JSON.parse(await text(path)))
  const codes = ({ warnings }: Board) => warnings.map(({ code }) => code)
  const withoutColumn = (jsonl: string) => jsonl.replaceAll(/,"pair_probability":[^,}]+/g, '')

  async function importFile(slug: string, name: string, content: string) {
    const file = join(await temporaryFolder(), name)
    await writeFile(file, content)
    return importFiles(app.deps, { slug, file })
  }

  it.each(['votes', 'battles'])(
    'have it in the export of %s; it is empty after a uniform draw',
    async (what) => {
      const rows = JSON.parse(await text(`focused/export/${what}.json`)) as {
        pair_probability: number | null
      }[]
      const counted = Map.groupBy(rows, ({ pair_probability }) => pair_probability)
      // one of 45 pairs in half of the draws, one of 10 pairs in the other half
      expect([...counted.keys()].toSorted()).toEqual([null, 0.5 / 45, 0.5 / 45 + 0.5 / 10].toSorted())
      expect(counted.get(null)).toHaveLength(1)
      expect((await text(`focused/export/${what}.csv`)).split('\n')[0]).toMatch(/,pair_probability,/)
    },
  )

  it.each(FORMATS)('exported as %s make the live board, which verify confirms', async (format) => {
    const live = await board('focused/leaderboard')
    expect(codes(live)).toContain('focused_draws')
    const votes = await text(`focused/export/votes.${format}`)
    const rated = (await ratedBoard(votes, '--looks', 'any')) as Board
    expect(codes(rated)).toContain('focused_draws')
    // a file knows no addresses, lengths, prompts without votes or decision days
    const facts = live.contestants.map(({ slug, retired, averageLength, averageWords }) => {
      return { slug, retired, averageLength, averageWords }
    })
    const contestants = rated.contestants.map((row, i) => ({ ...row, ...facts[i] }))
    const { orders: _, ...sameFields } = rated
    const { arena, view, decides } = live
    const comparable = { ...sameFields, arena, view, decides, contestants } as Board
    expect(differencesBetween(live, comparable)).toEqual([])
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'board.json'), JSON.stringify(live))
    await writeFile(join(folder, `votes.${format}`), votes)
    const verified = await deadheatHere([
      'verify',
      join(folder, 'board.json'),
      join(folder, `votes.${format}`),
    ])
    expect(verified.code).toBe(0)
  })

  it('are declared at one look as on the board of the arena', async () => {
    const live = await board('focused/leaderboard?looks=one')
    const votes = await text('focused/export/votes.jsonl')
    const rated = (await ratedBoard(votes)) as Board
    expect(rated.leader).toBe(live.leader)
    expect(rated.deadHeat).toEqual(live.deadHeat)
    expect(rated.contestants.map(({ interval }) => interval)).toEqual(
      live.contestants.map(({ interval }) => interval),
    )
    expect(rated.contestants[0].interval).not.toBeNull()
  })

  it.each(FORMATS)(
    'exported as %s go into another arena with it, and are known there without it',
    async (format) => {
      const slug = `again-${format}`
      const votes = await text(`focused/export/votes.${format}`)
      expect((await importFile(slug, `votes.${format}`, votes)).result.votesAdded).toBe(2401)
      const plain = withoutColumn(await text('focused/export/votes.jsonl'))
      expect((await importFile(slug, 'votes.jsonl', plain)).result.votesAdded).toBe(0)
      const probabilities = async (arena: string) =>
        JSON.parse(await text(`${arena}/export/votes.json`)).map(
          (row: { pair_probability: number | null }) => row.pair_probability,
        )
      expect(await probabilities(slug)).toEqual(await probabilities('focused'))
      expect(codes(await board(`${slug}/leaderboard`))).toContain('focused_draws')
    },
  )

  it('of judges leave the board of people without the warning', async () => {
    const more = { source: 'judge', voter: 'critic', pairProbability: 0.4 } as const
    const votes = [voteOf('a', 'b', 'left'), voteOf('a', 'b', 'left', more)]
    await importInto(app.deps, arenaOf('by-judges', { names: NAMES, votes }))
    expect(codes(await board('by-judges/leaderboard?source=people'))).not.toContain('focused_draws')
    expect(codes(await board('by-judges/leaderboard?source=judges'))).toContain('focused_draws')
    const file = await text('by-judges/export/votes.csv')
    expect(codes((await ratedBoard(file, '--source', 'people')) as Board)).not.toContain('focused_draws')
    expect(codes((await ratedBoard(file, '--source', 'judges')) as Board)).toContain('focused_draws')
  })

  it('are nothing in the exports of other arenas', async () => {
    await importInto(app.deps, arenaOf('uniform', { votes: [voteOf('Quillon-7b', 'Zephrite-v2', 'left')] }))
    expect(await text('uniform/export/votes.jsonl')).not.toContain('pair_probability')
  })

  it.each(['0', '-0.5', '1.01', 'often'])('are left out with the probability %s', async (probability) => {
    const csv = `model_a,model_b,winner,pair_probability\nA,B,model_a,${probability}\nA,B,model_b,1\nA,B,tie,\n`
    const { warnings, result } = await importFile(`faulty${probability.replace('.', '')}`, 'votes.csv', csv)
    expect(warnings[0].message).toContain('pair_probability is not a number above 0 and up to 1')
    expect(result.votesAdded).toBe(2)
  })
})
