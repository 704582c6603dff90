import { Hono } from 'hono'
import {
  type AdminPrompt,
  AdminPrompts,
  PromptRestoration,
  PromptSelection,
  PromptsReceipt,
  PromptsRequest,
} from '../../shared/contracts/index.ts'
import { countWithNoun } from '../../shared/finish/lines.ts'
import { loadArena, type Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { respondByAccept } from '../platform/http/answer.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { answerBody, describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { retirePrompts } from './retire-prompts.ts'
import { publicationTime } from './texts-are-public.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/schema.ts'
import { queryRows, requireRow } from '../platform/postgres/query.ts'

/**
 * A part of the prompts of an arena for its operator, by key, including retired ones, each with the beginning of its text
 * and what is known of its answers.
 */
async function listPrompts(
  db: Deps['db'],
  { id }: Pick<Arena, 'id'>,
  request: PromptsRequest,
): Promise<AdminPrompts> {
  const [rows, counts] = await Promise.all([
    selectForAdmin(db, id, request),
    countPrompts(db, id, request.find),
  ])
  const prompts = rows.map(({ retired_at, ...prompt }) => ({
    ...prompt,
    retiredAt: retired_at?.toISOString() ?? null,
    textsPublicFrom: retired_at && publicationTime(retired_at).toISOString(),
  }))
  return { prompts, ...counts }
}

const BEGINNING = 160

type PromptForAdmin = Omit<AdminPrompt, 'retiredAt' | 'textsPublicFrom'> & { retired_at: Date | null }

/**
 * A part of the prompts, by the words of their keys and then by their first number: p2 before p10. What is known of their
 * answers is counted for this part alone.
 */
const selectForAdmin = (
  db: Db,
  arenaId: number,
  { find = '', offset, limit }: PromptsRequest,
): Promise<PromptForAdmin[]> =>
  queryRows<PromptForAdmin>(db)`
    with part as materialized (
      select p.id, p.key, p.category, left(p.messages->-1->>'content', ${BEGINNING}) as beginning, p.retired_at,
        row_number() over (order by ${inOrder}) as place
      from prompts p where p.arena_id = ${arenaId} and ${matches(find)}
      order by ${inOrder} offset ${offset} limit ${limit})
    select part.key, part.category, part.beginning, part.retired_at,
      a.contestants, a.contestants > 1 and a.texts = 1 as alike,
      (select count(distinct coalesce(l.answer_id, 0))::int from leaks l
        where l.arena_id = ${arenaId} and l.released_at is null and (l.prompt_id = part.id or l.answer_id = any (a.ids))) as leaks
    from part cross join lateral (
      select count(distinct a.contestant_id)::int as contestants, count(distinct a.text_sha256)::int as texts,
        coalesce(array_agg(a.id), '{}') as ids
      from answers a where a.arena_id = ${arenaId} and a.prompt_id = part.id) a
    order by part.place`

/** How many prompts match, and how many there are. */
const countPrompts = (db: Db, arenaId: number, find = ''): Promise<{ matching: number; total: number }> =>
  requireRow<{ matching: number; total: number }>(db)`
    select count(*) filter (where ${matches(find)})::int as matching, count(*)::int as total
    from prompts p where p.arena_id = ${arenaId}`

/** At most this many digits are a number; longer ones are compared as text. */
const inOrder = sql`regexp_replace(p.key, '\\d.*$', ''), left(substring(p.key from '\\d+'), 30)::numeric nulls first, p.key`

const matches = (find: string) => {
  const part = find.trim().toLowerCase()
  return part === ''
    ? sql<boolean>`true`
    : sql<boolean>`strpos(lower(concat_ws(' ', p.key, p.category, left(p.messages->-1->>'content', ${BEGINNING}))), ${part}) > 0`
}

function retirementText({ arena, retired, prompts, textsPublicFrom, warning }: PromptsReceipt): string {
  const [are, pronoun] = prompts.length === 1 ? ['is', 'it'] : ['are', 'them']
  const noted = warning === null ? '' : `\nWarning: ${warning}`
  if (prompts.length === 0)
    return `Nothing changed: these prompts of ${arena} ${retired ? 'were retired' : 'were in use'}.${noted}`
  const now = retired
    ? `retired. Votes on ${pronoun} stay. From ${textsPublicFrom} on, everybody may read who gave which answer.`
    : 'in use again.'
  return `${countWithNoun(prompts.length, 'prompt')} of ${arena} ${are} ${now}${noted}`
}

const PROMPTS = '/api/admin/arenas/:arena/prompts'

export const promptRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      PROMPTS,
      describeRoute({
        summary:
          'Prompts by key, including the retired ones, each with its first words and what is known of its answers: all of them in parts, or those that match.',
        responses: { 200: jsonBody('A part of the list, and how many match.', AdminPrompts) },
      }),
      validateRequest('query', PromptsRequest),
      loadArena(deps),
      async (c) => c.json(await listPrompts(deps.db, c.var.arena, c.req.valid('query'))),
    )
    .post(
      `${PROMPTS}/retire`,
      describeRoute({
        summary:
          'Retires prompts. They are not shown or judged any more, and their votes stay. Half an hour later everybody may read who gave which answer to them.',
        responses: {
          200: answerBody(
            'The prompts are retired. The response lists those that were in use.',
            PromptsReceipt,
          ),
        },
        problems: ['prompt_unknown', 'too_large'],
      }),
      validateRequest('json', PromptSelection),
      loadArena(deps),
      async (c) =>
        respondByAccept(c, await retirePrompts(deps, c.var.arena, c.req.valid('json'), deps.clock()), {
          'text/plain': retirementText,
        }),
    )
    .post(
      `${PROMPTS}/restore`,
      describeRoute({
        summary:
          'Brings retired prompts back into use, or takes prompts of visitors into the set. Their texts are shown without names.',
        responses: {
          200: answerBody(
            'The prompts are back. The response lists those that were retired.',
            PromptsReceipt,
          ),
        },
        problems: ['prompt_unknown', 'too_large'],
      }),
      validateRequest('json', PromptRestoration),
      loadArena(deps),
      async (c) =>
        respondByAccept(c, await retirePrompts(deps, c.var.arena, c.req.valid('json'), null), {
          'text/plain': retirementText,
        }),
    )
