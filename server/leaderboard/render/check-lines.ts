import type { Board } from '../../../shared/contracts/index.ts'
import { visible } from './display-width.ts'
import { wrap } from './wrap.ts'

/**
 * A line for each check: how many answers of each contestant pass, and whether that reaches the required share, if
 * there is one.
 */
export function checkLines({ contestants }: Board, width: number): string[] {
  const all = contestants.flatMap(({ name, checks = [] }) =>
    checks.map((check) => ({ contestant: name, ...check })),
  )
  return [...Map.groupBy(all, ({ name }) => name)].flatMap(([name, rows]) => {
    const bar = rows[0].mustPass
    const requirement = bar === undefined ? '' : ` (${Number((100 * bar).toPrecision(6))} % must pass)`
    const results = rows.map(
      ({ contestant, passed, of, holds }) =>
        `${contestant} ${passed} of ${of}${holds === false ? ', too few' : ''}`,
    )
    return wrap(visible(`Check ${name}${requirement}: ${results.join('; ')}.`), width, '  ')
  })
}
