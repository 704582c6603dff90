import type { Disagreement, Disagreements, DisagreementsRequest } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/problem.ts'
import { published } from '../../platform/publication.ts'
import type { Publication } from '../../platform/publication.ts'
import { textsWithheld } from '../../prompts/index.ts'
import { selectDisputed } from './disagreement-queries.ts'
import type { DisputedRow } from './disagreement-queries.ts'
import { readConsistently } from '../consistent-read-queries.ts'
import { isKnownJudge } from './trust-queries.ts'
import { msg } from '../../../shared/messages/index.ts'

/** The most visitors that this query serves at the same time: it scans all votes of an arena. */
const MOST_AT_ONCE = 4
let visitors = 0

/**
 * The pairs on which a judge and most humans disagree most. They show how to improve a rubric. Visitors see only
 * published votes and no reasons of people. They see texts and judges' reasons only for prompts whose texts are
 * public.
 * @throws {ProblemError} judge_unknown; too_many_requests if too many visitors ask at the same time
 */
export async function disagreementsWith(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  judge: string,
  request: DisagreementsRequest,
  isAdmin: boolean,
): Promise<Disagreements> {
  if (!(await isKnownJudge(deps.db, arena.id, judge)))
    throw new ProblemError('judge_unknown', msg('no_such_judge', { judge, arena: arena.slug }))
  const now = deps.clock()
  const rows = await (isAdmin ? disputed(null) : asVisitor(async () => disputed(await published(deps))))
  return {
    arena: arena.slug,
    judge,
    total: rows[0]?.total ?? 0,
    disagreements: rows.map((row) => {
      const visible = isAdmin ? disagreementOf(row) : withoutVoterReasons(disagreementOf(row))
      const withheld = textsWithheld({ isKnown: isKnown(row), retiredAt: row.retiredAt }, now, isAdmin)
      return withheld === null ? visible : { ...withoutTexts(visible), withheld }
    }),
  }

  function disputed(publication: Publication | null): Promise<DisputedRow[]> {
    const { criterion, limit, offset } = request
    const filter = { criterion: criterion || null, limit, offset, publication }
    return readConsistently(deps.db, (trx) => selectDisputed(trx, arena.id, judge, filter))
  }
}

async function asVisitor<T>(read: () => Promise<T>): Promise<T> {
  if (visitors >= MOST_AT_ONCE) throw new ProblemError('too_many_requests', msg('many_visitors'))
  visitors++
  try {
    return await read()
  } finally {
    visitors--
  }
}

function disagreementOf({
  battle,
  criterion,
  opposite,
  prompt,
  left,
  right,
  humans,
  ...judge
}: DisputedRow): Disagreement {
  return {
    battle,
    withheld: null,
    criterion,
    prompt,
    left,
    right,
    opposite,
    humans,
    judge: {
      outcome: judge.outcome,
      inconsistent: judge.inconsistent,
      reason: judge.reason,
      version: judge.version,
      castAt: judge.castAt.toISOString(),
      showings: judge.showings.map(({ shownFirst, verdict, reason }) => ({
        shownFirst,
        said: sideOf(verdict, shownFirst),
        reason,
      })),
    },
  }
}

function sideOf(verdict: DisputedRow['showings'][number]['verdict'], shownFirst: 'left' | 'right') {
  if (verdict === 'tie' || verdict === 'both_bad') return verdict
  if (verdict !== 'first' && verdict !== 'second') return null
  return (verdict === 'first') === (shownFirst === 'left') ? ('left' as const) : ('right' as const)
}

/** Whether any text of the pair is known. */
const isKnown = ({ prompt, left }: DisputedRow): boolean =>
  prompt.messages !== null || left.text !== null || left.turns !== null

/** Only operators see people's reasons. */
const withoutVoterReasons = ({ humans, ...disagreement }: Disagreement): Disagreement => ({
  ...disagreement,
  humans: { ...humans, reasons: [] },
})

/** The disagreement without texts, for prompts whose texts may not be shown beside names. Reasons quote texts, so they go too. */
function withoutTexts({ prompt, left, right, judge, humans, ...rest }: Disagreement): Disagreement {
  const nothing = { text: null, turns: null, context: null, transcript: null }
  return {
    ...rest,
    prompt: { ...prompt, messages: null, reference: null },
    left: { ...left, ...nothing },
    right: { ...right, ...nothing },
    judge: {
      ...judge,
      reason: null,
      showings: judge.showings.map((showing) => ({ ...showing, reason: null })),
    },
    humans: { ...humans, reasons: [] },
  }
}
