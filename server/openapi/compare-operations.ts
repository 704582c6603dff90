/** What the API does about two contestants. */
import {
  Comparison,
  ComparisonExamples,
  ComparisonQuery,
  ExamplesQuery,
} from '../../shared/contracts/index.ts'
import type { Operation } from './operation.ts'

export const COMPARE_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/arenas/{arena}/compare',
    summary:
      'Whether contestant `a` may replace `b`, on the published votes they share, under each criterion and by a gate.',
    query: ComparisonQuery,
    answers: [{ status: 200, means: 'The comparison; figures are those of `a`.', schema: Comparison }],
    problems: ['invalid_request', 'arena_unknown', 'contestant_unknown', 'token_invalid'],
  },
  {
    method: 'get',
    path: '/api/arenas/{arena}/compare/examples',
    summary:
      'The votes that `a` lost, won or tied against `b`, a page at a time. Texts and reasons are shown of prompts that are voted on no more; with the admin token, of all.',
    query: ExamplesQuery,
    answers: [{ status: 200, means: 'The page.', schema: ComparisonExamples }],
    problems: ['invalid_request', 'arena_unknown', 'contestant_unknown', 'token_invalid'],
  },
]
