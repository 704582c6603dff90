import { describe, expect, it } from 'vitest'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { computeBoard } from '../../../server/ratings/compute-board.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { computeReports, type ReportsRequested } from '../../../server/ratings/reports/compute-reports.ts'
import type { VoteDetails } from '../../../shared/contracts/votes.ts'
import { columnsFromRows, type RatedVote, type VoteTable } from '../../../shared/votes/vote-table.ts'

type Vote = RatedVote & { details?: VoteDetails }

const style = (length: number | null, headers: number | null = null) => ({
  length,
  headers,
  lists: null,
  bold: null,
})
const details = (a: number | null, b: number | null, more: Partial<VoteDetails> = {}): VoteDetails => ({
  styleA: style(a),
  styleB: style(b),
  preferenceB: null,
  difficulty: null,
  castAt: null,
  ...more,
})

function tableFrom(votes: readonly Vote[]): VoteTable {
  const known = votes.flatMap((vote) => vote.details ?? [])
  return { ...columnsFromRows(votes), ...(known.length > 0 && { details: known }) }
}

function reportsOn(votes: readonly Vote[], requested: ReportsRequested, rounds = 200) {
  const table = tableFrom(votes)
  const view = { source: 'people', criterion: null, category: null, from: null, to: null }
  const board = computeBoard(table, {
    arena: null,
    view,
    rounds,
    seed: 1,
    computedAt: '2026-01-01T00:00:00Z',
    version: '0',
  })
  return { board, table, reports: computeReports(table, board, requested) }
}

/** Votes of equals that differ in length alone: A is mostly longer, and longer wins. */
function longerWins(n: number, seed = 1): Vote[] {
  const stream = new RandomStream(seed, 0)
  const names = ['A', 'B', 'C']
  const mean = { A: 900, B: 500, C: 300 }
  return Array.from({ length: n }, (_, i) => {
    const left = Math.floor(3 * stream.uniform())
    const right = (left + 1 + Math.floor(2 * stream.uniform())) % 3
    const [contestantA, contestantB] = [names[left], names[right]] as ['A', 'B']
    const [a, b] = [contestantA, contestantB].map((name) =>
      Math.round(mean[name] * (0.2 + 1.6 * stream.uniform())),
    )
    const wins = stream.uniform() < sigmoid((2 * (a! - b!)) / (a! + b!))
    return {
      id: String(i),
      contestantA,
      contestantB,
      outcome: wins ? 'left' : 'right',
      prompt: `q${i % 50}`,
      voter: `v${i % 9}`,
      details: details(a!, b!),
    }
  })
}

describe('the report on style', () => {
  it('removes the advantage of length, and does not change the board', () => {
    const { board, reports } = reportsOn(longerWins(2000), { style: true })
    const { style } = reports
    expect(style).toMatchObject({ votes: 2000, leftOut: 0, because: null })
    expect(style!.features.map(({ feature }) => feature)).toEqual(['length'])
    expect(style!.notUsed.map(({ feature, because }) => `${feature} ${because}`)).toEqual([
      'headers unknown',
      'lists unknown',
      'bold unknown',
    ])
    const { twice } = style!.features[0]
    expect(twice.interval[0]).toBeLessThan(sigmoid(2 / 3))
    expect(twice.interval[1]).toBeGreaterThan(sigmoid(2 / 3))
    const own = board.contestants.find(({ name }) => name === 'A')!
    const controlled = style!.contestants.find(({ name }) => name === 'A')!
    expect(controlled.rating).toBeCloseTo(own.rating!, 2)
    expect(own.rating).toBeGreaterThan(1060)
    expect(Math.abs(controlled.controlled - 1000)).toBeLessThan(30)
    expect(controlled.interval[0]).toBeLessThan(1000)
    expect(controlled.interval[1]).toBeGreaterThan(1000)
  })

  it('leaves out votes of unknown style, and gives a reason if there is no result', () => {
    const votes = longerWins(400)
    const half = votes.map((vote, i) => (i % 2 ? { ...vote, details: details(null, 7) } : vote))
    expect(reportsOn(half, { style: true }).reports.style).toMatchObject({
      votes: 200,
      leftOut: 200,
      because: null,
    })
    const bare = votes.map(({ details: _, ...vote }) => vote)
    expect(reportsOn(bare, { style: true }).reports.style).toMatchObject({
      because: 'no_style',
      features: [],
      leftOut: 400,
    })
    const same = votes.map((vote) => ({ ...vote, details: details(9, 9) }))
    expect(reportsOn(same, { style: true }).reports.style).toMatchObject({
      because: 'no_estimate',
      notUsed: [{ feature: 'length', because: 'no_difference' }, {}, {}, {}],
    })
  })
})

describe('the report on a baseline', () => {
  it('counts the votes between each contestant and the baseline, on either side', () => {
    const votes = longerWins(600)
    const swapped = votes.map((vote, i): Vote =>
      i % 2
        ? vote
        : {
            ...vote,
            contestantA: vote.contestantB,
            contestantB: vote.contestantA,
            outcome: vote.outcome === 'left' ? 'right' : 'left',
            details: { ...vote.details!, styleA: vote.details!.styleB, styleB: vote.details!.styleA },
          },
    )
    const one = reportsOn(votes, { baseline: 'B' }).reports.baselineWinRates!
    const other = reportsOn(swapped, { baseline: 'B' }).reports.baselineWinRates!
    expect(one.map(({ name }) => name)).toEqual(['A', 'C'])
    const met = votes.filter((vote) => [vote.contestantA, vote.contestantB].sort().join() === 'A,B')
    const won = met.filter((vote) => (vote.outcome === 'left') === (vote.contestantA === 'A'))
    expect(one[0]).toMatchObject({
      votes: met.length,
      wins: won.length,
      losses: met.length - won.length,
      preference: null,
    })
    one.forEach((row, i) => {
      expect(other[i].winRate).toBeCloseTo(row.winRate, 12)
      expect(other[i].standardError).toBeCloseTo(row.standardError!, 12)
      expect(other[i].lengthControlled!.winRate).toBeCloseTo(row.lengthControlled!.winRate, 8)
    })
    // longer by far, and nothing else: even once lengths are equal
    expect(one[0].winRate).toBeGreaterThan(0.6)
    expect(Math.abs(one[0].lengthControlled!.winRate - 0.5)).toBeLessThan(0.12)
    expect(one[0].lengthControlled!.plain).toBeCloseTo(one[0].winRate, 12)
  })

  it('uses preferences and difficulty if all votes have them', () => {
    const votes = longerWins(300).map((vote, i) => ({
      ...vote,
      details: { ...vote.details!, preferenceB: vote.outcome === 'left' ? 0.2 : 0.9, difficulty: i % 7 },
    }))
    const [row] = reportsOn(votes, { baseline: 'C' }).reports.baselineWinRates!
    expect(row!.preference!.winRate).toBeLessThan(row!.winRate)
    expect(row!.lengthControlled).toMatchObject({ withDifficulty: true, votes: row!.votes })
    expect(row!.lengthControlled!.plain).toBeCloseTo(row!.preference!.winRate, 12)
  })
})

it('a report on the model finds that one strength does not explain a circle of three, and the board warns', () => {
  const circle = [
    ['A', 'B'],
    ['B', 'C'],
    ['C', 'A'],
  ].flatMap(([contestantA, contestantB], k) =>
    Array.from({ length: 60 }, (_, i): Vote => ({
      id: `${k}-${i}`,
      contestantA: contestantA!,
      contestantB: contestantB!,
      outcome: i % 5 ? 'left' : 'right',
      prompt: `q${i}`,
      voter: null,
    })),
  )
  const { board, reports } = reportsOn(circle, { fit: true })
  expect(reports.fit).toMatchObject({ cluster: 'prompt', degreesOfFreedom: 1 })
  expect(reports.fit!.p).toBeLessThan(0.01)
  expect(board.warnings.map(({ code }) => code)).toContain('lack_of_fit')
  const fine = reportsOn(longerWins(600), { fit: true })
  expect(fine.board.warnings.map(({ code }) => code)).not.toContain('lack_of_fit')
  expect(fine.reports.fit!.p).toBeGreaterThan(0.01)
  expect(reportsOn([], { fit: true }).reports.fit).toBeNull()
})
