import { describe, expect, it } from 'vitest'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { details, reportsOn, longerWins, type Vote } from './reported-votes.ts'

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
    expect(controlled.rating).toBeCloseTo(own.rating!, 6)
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
