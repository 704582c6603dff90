import { render } from 'svelte/server'
import { expect, it } from 'vitest'
import PlannedChange from '../../web/src/pages/admin/new/PlannedChange.svelte'

const shown = (budgetUsd: number | null, costUsd: number | null) => {
  const estimate = { calls: 30, answers: 10, judgements: 10, costUsd, costByModel: {} }
  const trial = { arena: 'replies', change: null, estimate, budgetUsd, keys: [], warnings: [] }
  return render(PlannedChange, { props: { trial: trial as never } }).body.replaceAll(/<[^>]*>|\s+/g, ' ')
}

it.each([
  [2, 8, true],
  [8, 8, false],
  [2, null, false],
  [null, 8, false],
])('a budget of %s dollars for an estimate of %s is said to end early: %s', (budget, cost, isSaid) => {
  expect(/It will be spent after about 25\s% of the work\./.test(shown(budget, cost))).toBe(isSaid)
})
