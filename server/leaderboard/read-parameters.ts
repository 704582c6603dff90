import { PAGE_PARAMETERS } from './board-page.ts'
import { PlateRequest } from './plate/routes.ts'
import { DifferencesRequest, HeadToHeadRequest, SamplingRequest, WinRatesRequest } from './view-requests.ts'

/** The names of all parameters that change a response about a board. */
export const READ_PARAMETERS: ReadonlySet<string> = new Set([
  ...[HeadToHeadRequest, WinRatesRequest, SamplingRequest, DifferencesRequest, PlateRequest].flatMap(
    ({ shape }) => Object.keys(shape),
  ),
  ...Object.keys(PAGE_PARAMETERS),
])
