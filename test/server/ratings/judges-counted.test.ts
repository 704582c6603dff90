import { describe, expect, it } from 'vitest'
import type { JudgeTrust } from '../../../shared/contracts/index.ts'
import { judgesCounted } from '../../../shared/votes/judges-counted.ts'

const judge = (name: string, state: JudgeTrust['state'], agreed: number): JudgeTrust => ({
  judge: name,
  state,
  agreed,
  decided: 60,
  minAgreement: 0.75,
})
const trust = [
  judge('good', 'calibrated', 54),
  judge('bad', 'uncalibrated', 31),
  judge('new', 'not_measured', 0),
]

describe('which judges a board counts', () => {
  it.each([
    ['people', null],
    ['all', { only: ['good'] }],
    ['judges', { except: ['bad'] }],
    ['judge:bad', null],
  ])('%s', (source, choice) => expect(judgesCounted(source, trust)).toEqual(choice))
})
