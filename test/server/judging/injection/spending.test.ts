import { expect, it } from 'vitest'
import { Spending } from '../../../../server/judging/injection/spending.ts'

it('a call that may not fit waits for the calls under way, and is made if they cost less', async () => {
  const spending = new Spending(10)
  expect(await spending.reserve(6)).toBe(true)
  const second = spending.reserve(6)
  spending.settle(6, 1)
  expect([await second, spending.isReached]).toEqual([true, false])
})

it('a call that cannot fit is refused, and so is every later one', async () => {
  const spending = new Spending(10)
  expect(await spending.reserve(6)).toBe(true)
  const second = spending.reserve(6)
  spending.settle(6, 5)
  expect([await second, spending.isReached, await spending.reserve(1)]).toEqual([false, true, false])
})

it('without a budget every call is made, until something stops them', async () => {
  const spending = new Spending(null)
  expect(await spending.reserve(1e9)).toBe(true)
  spending.stop(new Error('refused'))
  expect([await spending.reserve(0), spending.isReached]).toEqual([false, false])
})
