import { expect, it } from 'vitest'
import type { AuditEntry } from '../../shared/contracts/operators.ts'
import { detailsOf } from '../../web/src/pages/admin/arena/log-details.ts'

it('an entry of the log has a line for each detail, and none for an empty one', () => {
  const details = { plan: {}, names: [], budgetUsd: null, repeat: false, kind: 'run' }
  expect(detailsOf({ details } as unknown as AuditEntry).map(([, value]) => value)).toEqual([
    'no limit',
    'no',
    'run',
  ])
})
