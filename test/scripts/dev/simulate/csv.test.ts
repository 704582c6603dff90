import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { csvOf, withCsv } from '../../../../scripts/dev/simulate/csv.ts'
import { thisTerminal } from '../../../../scripts/cli/terminal/terminal.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const PRINTED = `**equal**

| cell | coverage | usual | any false | usual |
| --- | --: | --: | --: | --: |
| 3, even | 97.0 ± 0.2 | 93.1 ± 0.4 | 1.7 ± 0.3 | 8.8 ± 0.6 |
| 2, odd |  |  | 0.0 ± 0.1 | 0.4 ± 0.2 |

**best**

| cell | named |
| --- | --: |
| 5 | 38.5 ± 2.4 |

Every cell meets its goals.
`

const CSV = `table,cell,coverage,coverage ±,coverage: usual,coverage: usual ±,any false,any false ±,any false: usual,any false: usual ±,named,named ±
equal,"3, even",97.0,0.2,93.1,0.4,1.7,0.3,8.8,0.6,,
equal,"2, odd",,,,,0.0,0.1,0.4,0.2,,
best,5,,,,,,,,,38.5,2.4
`

test('tables become one file, errors a column of their own, and repeated heads get names', () => {
  expect(csvOf(PRINTED)).toBe(CSV)
})

test('--csv writes what a simulation prints, and the simulation does not see the option', async () => {
  const folder = await temporaryFolder()
  const seen: (readonly string[])[] = []
  const terminal = { ...thisTerminal(), cwd: folder, stdout: { write: () => true } as never }
  const code = await withCsv(async (args, { stdout }) => {
    seen.push(args)
    stdout.write(PRINTED)
    return 3
  })(['--boards', '5', '--csv', 'tables.csv', '--seed', '2'], terminal)
  expect([code, seen]).toEqual([3, [['--boards', '5', '--seed', '2']]])
  expect(readFileSync(join(folder, 'tables.csv'), 'utf8')).toBe(CSV)
})
