/** The contestants of an arena as text. */
import type { ContestantList } from '../../shared/contracts/index.ts'
import { layoutLines } from '../../shared/finish/lines.ts'
import type { Layout } from '../platform/http/answer.ts'

/** Each contestant in a row: only what is known of any of them. */
export function contestantsText({ arena, contestants }: ContestantList, { width }: Layout): string {
  if (contestants.length === 0) return `${arena} has no contestant yet.`
  const columns = (['model', 'provider', 'family', 'owner'] as const).filter((column) =>
    contestants.some((contestant) => contestant[column] !== null),
  )
  const isAnyRetired = contestants.some(({ retiredAt }) => retiredAt !== null)
  return layoutLines(
    [
      {
        titles: ['contestant', ...columns, ...(isAnyRetired ? [''] : [])],
        rows: contestants.map((contestant) => [
          contestant.name,
          ...columns.map((column) => contestant[column] ?? '–'),
          ...(isAnyRetired ? [contestant.retiredAt === null ? '' : 'retired'] : []),
        ]),
        names: 1 + columns.length,
      },
    ],
    width,
  ).join('\n')
}
