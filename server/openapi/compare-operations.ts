/** What the API does about two contestants. */
import {
  ChallengeState,
  ChallengeWanted,
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
  {
    method: 'get',
    path: '/api/arenas/{arena}/challenges',
    summary:
      'How far the challenge is that is under way or was left, or what became of the latest; its run is told with judging.',
    authorization: 'admin',
    answers: [{ status: 200, means: 'Null where none was asked for.', schema: ChallengeState }],
    problems: ['token_invalid', 'arena_unknown'],
  },
  {
    method: 'post',
    path: '/api/arenas/{arena}/challenges',
    summary:
      'Has a challenger held against the incumbent on the prompts with references, once every provider has said that it knows its models; jobs see it through. The same one that was left goes on where it was; one that stands in the log is not judged again. It is paused, resumed, cancelled and given another budget as judging is.',
    authorization: 'admin',
    body: ChallengeWanted,
    answers: [{ status: 200, means: 'How it stands now.', schema: ChallengeState }],
    problems: [
      'token_invalid',
      'arena_unknown',
      'contestant_unknown',
      'judge_unknown',
      'invalid_request',
      'challenge_under_way',
    ],
  },
]
