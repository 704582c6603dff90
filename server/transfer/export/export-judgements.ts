/** Judgements as rows of an exported file: both verdicts of a judge on the same answers, one row for each criterion. */
import { judgeIn } from '../../../shared/contracts/index.ts'
import type { Verdict } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/problem.ts'
import { published } from '../../platform/publication.ts'
import { textsArePublic } from '../../prompts/index.ts'
import type { ArenaView } from '../../ratings/index.ts'
import { selectJudgementsAfter } from '../text-queries.ts'
import type { FileRecord } from './write-records.ts'
import { msg } from '../../../shared/messages/index.ts'

export const JUDGEMENT_COLUMNS = [
  'id',
  'question_id',
  'category',
  'criterion',
  'judge',
  'model',
  'served_model',
  'params',
  'rubric_sha256',
  'form',
  'repeat',
  'status',
  'cause',
  'contestants',
  'injected',
  'first',
  'second',
  'first_reason',
  'second_reason',
  'first_reply',
  'second_reply',
  'input_tokens',
  'output_tokens',
  'cost_usd',
  'latency_ms',
  'tstamp',
] as const

const PORTION = 200
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Finished judgements and those that failed for good, in portions. Reasons and lengths are included for operators and
 * if the prompt's texts are public; full replies only for operators.
 * @param view null for all of them
 * @param several whether each record names the samples
 * @throws {ProblemError} invalid_request if the source has no judgements
 */
export function exportJudgements(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  view: ArenaView | null,
  isOperator: boolean,
  several: boolean,
): AsyncGenerator<FileRecord[]> {
  if (view?.source === 'humans' || view?.source === 'simulated')
    throw new ProblemError('invalid_request', msg('source_without_judgements', { source: view.source }))
  return portions(deps, arena, view, isOperator, several)
}

async function* portions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  view: ArenaView | null,
  isOperator: boolean,
  several: boolean,
): AsyncGenerator<FileRecord[]> {
  const now = clock()
  const selection = {
    judge: judgeIn(view?.source),
    criterion: view?.criterion ?? null,
    category: view?.category ?? null,
    since: view?.since ?? null,
    before: view?.before ?? null,
    publication: await published({ db }),
  }
  for (let after = BEFORE_ALL; ;) {
    const judgements = await selectJudgementsAfter(db, arena.id, selection, after, PORTION)
    if (judgements.length === 0) return
    yield judgements.map(({ first, second, ...one }) => {
      const mayRead = isOperator || textsArePublic({ retired_at: one.retiredAt }, now)
      return {
        id: one.id,
        question_id: one.prompt,
        category: one.category,
        criterion: one.criterion,
        judge: one.judge,
        model: one.model,
        served_model: one.servedModel,
        params: one.params,
        rubric_sha256: one.rubricSha256,
        form: one.form,
        repeat: one.repeat,
        status: one.status,
        cause: mayRead ? one.cause : (one.cause?.split(':')[0] ?? null),
        contestants: one.contestants,
        injected: mayRead ? one.injected : null,
        first: verdictText(first),
        second: verdictText(second),
        first_reason: mayRead ? (first?.reason ?? null) : null,
        second_reason: mayRead ? (second?.reason ?? null) : null,
        first_reply: isOperator ? one.firstReply : null,
        second_reply: isOperator ? one.secondReply : null,
        // from lengths a voter can tell whose answer is whose, and cost and time depend on them
        input_tokens: mayRead ? one.inputTokens : null,
        output_tokens: mayRead ? one.outputTokens : null,
        cost_usd: mayRead ? one.costUsd : null,
        latency_ms: mayRead ? one.latencyMs : null,
        tstamp: one.finishedAt.getTime() / 1000,
        ...(several && { samples: one.samples }),
      }
    })
    after = judgements.at(-1)!.id
  }
}

/** The verdict as a word (`first` is the answer shown first), or the groups of a ranking by place. */
const verdictText = (verdict: Verdict | null) =>
  verdict && ('order' in verdict ? verdict.order : verdict.verdict)
