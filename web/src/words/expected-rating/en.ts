import type { Differences } from '../../../../shared/contracts/reports.ts'

export type Unit = NonNullable<Differences['expect']>['unit']

const ON: Record<Unit, string> = {
  prompt: 'On new prompts',
  voter: 'With new voters',
  vote: 'In new votes',
  both: 'On new prompts with new voters',
}

/** The rating to expect of the highest rated contestant on new data. */
export const en = {
  expectedRating: (unit: Unit, rated: string, expected: string, low: string, high: string) =>
    `${ON[unit]}, expect a rating of about ${expected} instead of ${rated} (95\u00a0%: ${low} to ${high}), since the highest rated was also lucky.`,
  expectedRatingOf: (
    name: string,
    criterion: string | null,
    unit: Unit,
    rated: string,
    expected: string,
    low: string,
    high: string,
  ) =>
    `${name} is rated highest on the board${criterion === null ? '' : ` under the criterion ${criterion}`}. ${ON[unit]}, expect about ${expected} instead of ${rated} (95\u00a0%: ${low} to ${high}), since the highest rated was also lucky.`,
}
