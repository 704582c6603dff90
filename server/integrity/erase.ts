import { ErasedText, EraseTextRequest, ErasedVoter, EraseVoterRequest } from '../../shared/contracts/index.ts'
import { listContestants } from '../contestants/index.ts'
import { countWithNoun, visible } from '../../shared/finish/lines.ts'
import { shortList, msg } from '../../shared/messages/index.ts'
import { eraseAnswers } from '../answers/index.ts'
import { incrementRevision, type Arena, countErasedVoter, loadArena } from '../arenas/index.ts'
import { recordAct, eraseVoterInLog, newPseudonym } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { ProblemError } from '../platform/problem.ts'
import { removeUnusedPictures } from '../pictures/index.ts'
import { erasePrompt, unknownPromptsProblem } from '../prompts/index.ts'
import { eraseReplies, isOpen, lockRuns } from '../runs/index.ts'
import { eraseReasonsAbout, requestRating, forgetVoter } from '../votes/index.ts'
import { queryRow, queryRows } from '../platform/postgres/query.ts'
import type { Db } from '../platform/schema.ts'
import { renameVoter } from '../battles/index.ts'
import { forgetInvited } from '../voters/index.ts'
import { Hono } from 'hono'
import { respondByAccept } from '../platform/http/answer.ts'
import { answerBody, describeRoute } from '../platform/http/route-description.ts'

/**
 * Erases the answers of a contestant to a prompt, or the prompt with all its answers. A tombstone stands in their place.
 * Reasons, judges' replies and other texts that may quote them are erased too; the words of leaks by triggers. Votes stay
 * and count. An erased text is not shown, judged, made or imported again.
 * @throws {ProblemError} prompt_unknown, contestant_unknown; invalid_request while judges are at work, who may be reading
 *   the text
 */
export async function eraseText(
  deps: Deps,
  arena: Arena,
  { prompt, contestant }: EraseTextRequest,
): Promise<ErasedText> {
  const now = deps.clock()
  const answers = await deps.db.transaction().execute(async (trx) => {
    const run = await lockRuns(trx, arena.id)
    if (run && isOpen(run.status))
      throw new ProblemError(
        'invalid_request',
        msg('run_open', { arena: arena.slug, next: 'erase the text' }),
      )
    const ids = await selectTextIds(trx, arena.id, prompt, contestant)
    if (!ids)
      throw await unknownText(trx, prompt, contestant, arena, () =>
        selectTextIds(trx, arena.id, prompt, undefined),
      )
    const { promptId, answerIds, contestantId } = ids
    const isWhole = contestantId === null
    await eraseReplies(trx, arena.id, answerIds)
    await eraseReasonsAbout(trx, arena.id, answerIds)
    const erased = await eraseAnswers(trx, arena.id, { promptId, contestantId }, now)
    if (isWhole) await erasePrompt(trx, arena.id, promptId, now)
    for (const { afterErasedText } of deps.services.hooks)
      await afterErasedText?.(trx, {
        arenaId: arena.id,
        promptId: isWhole ? promptId : null,
        answerIds,
        at: now,
      })
    await removeUnusedPictures(trx, arena.id)
    await incrementRevision(trx, arena.id)
    await recordAct(trx, deps, arena.id, 'text_erased', {
      prompt,
      ...(contestant !== undefined && { contestant }),
      answers: erased.length,
    })
    await requestRating(trx, arena.id, deps.settings.publishEvery)
    return erased.length
  })
  return { arena: arena.slug, prompt, contestant: contestant ?? null, answers }
}

async function unknownText(
  db: Db,
  prompt: string,
  contestant: string | undefined,
  { id, slug }: Arena,
  findPrompt: () => Promise<object | undefined>,
): Promise<ProblemError> {
  if (contestant !== undefined && (await findPrompt())) {
    const names = shortList(
      (await listContestants(db, { id })).map(({ name }) => name),
      contestant,
    )
    return new ProblemError(
      'contestant_unknown',
      msg('unknown_name', { arena: slug, kind: 'contestant', name: contestant, there: names }),
    )
  }
  return unknownPromptsProblem(db, { id, slug }, [prompt])
}

interface TextIds {
  promptId: number
  /** Null: of all contestants. */
  contestantId: number | null
  /** The answers with a text. */
  answerIds: number[]
}

/** The ids of a prompt, a contestant and their answers; undefined if one of the two does not exist. */
const selectTextIds = (
  db: Db,
  arenaId: number,
  prompt: string,
  contestant: string | undefined,
): Promise<TextIds | undefined> =>
  queryRow<TextIds>(db)`
    select p.id as "promptId", c.id as "contestantId", array(select a.id from answers a where a.arena_id = p.arena_id
      and a.prompt_id = p.id and a.erased_at is null and (c.id is null or a.contestant_id = c.id)) as "answerIds"
    from prompts p left join contestants c on c.arena_id = p.arena_id and c.name = ${contestant ?? null}
    where p.arena_id = ${arenaId} and p.key = ${prompt} and (${contestant ?? null}::text is null or c.id is not null)`

/**
 * Erases a person from an arena. Its votes stay and count, under a pseudonym that nothing connects with it. Its reasons,
 * its network and what was found about it are deleted.
 * @throws {ProblemError} voter_unknown if nobody in the arena has this id, or the battle was shown to no person
 */
async function eraseVoter(deps: Deps, arena: Arena, request: EraseVoterRequest): Promise<ErasedVoter> {
  const voter =
    (await selectPerson(deps.db, arena.id, request)) ?? (await knownToHooks(deps, arena.id, request))
  if (voter === undefined)
    throw new ProblemError(
      'voter_unknown',
      msg('none_with_id', {
        arena: arena.slug,
        kind: 'voter or battle',
        ids: shortList([request.voter ?? request.battle!]),
        listedBy: 'An export of the votes',
      }),
    )
  const erasedAs = newPseudonym()
  const battles = await deps.db.transaction().execute(async (trx) => {
    const renamed = await renameVoter(trx, arena.id, voter, erasedAs)
    await forgetInvited(trx, arena.id, voter, erasedAs)
    await forgetVoter(trx, arena.id, erasedAs)
    for (const { afterErasedVoter } of deps.services.hooks)
      await afterErasedVoter?.(trx, { arenaId: arena.id, voter, name: erasedAs, at: deps.clock() })
    await eraseVoterInLog(trx, arena.id, voter, erasedAs)
    await countErasedVoter(trx, arena.id)
    await recordAct(trx, deps, arena.id, 'voter_erased', { voter: erasedAs, battles: renamed })
    await requestRating(trx, arena.id, deps.settings.publishEvery)
    return renamed
  })
  return { arena: arena.slug, erasedAs, battles }
}

async function knownToHooks(deps: Deps, arenaId: number, { voter }: EraseVoterRequest) {
  for (const { knowsVoter } of deps.services.hooks)
    if (voter && (await knowsVoter?.(deps.db, arenaId, voter))) return voter
  return undefined
}

/** A person who was shown the battle, or has this id; undefined if there is none. A judge is no person. */
async function selectPerson(
  db: Db,
  arenaId: number,
  { voter = null, battle = null }: { voter?: string | null | undefined; battle?: string | null | undefined },
): Promise<string | undefined> {
  const rows = await queryRows<{ voter: string }>(db)`
    select b.voter from battles b
    where b.arena_id = ${arenaId} and b.judgement_id is null
      and (${battle}::uuid is null or b.id = ${battle}) and (${voter}::text is null or b.voter = ${voter})
      and not exists (select from votes v where v.arena_id = b.arena_id and v.battle_id = b.id
        and (v.source not in ('human', 'live') or v.voter = v.import_key))
    limit 1`
  return rows[0]?.voter
}

const erasedVoterText = ({ battles, erasedAs }: ErasedVoter): string =>
  `The voter of ${countWithNoun(battles, 'battle')} is now ${erasedAs}. Its votes count as before.`

const erasedText = ({ prompt, contestant, answers }: ErasedText): string =>
  contestant === null
    ? `Prompt "${visible(prompt)}" and ${countWithNoun(answers, 'answer')} to it erased. Votes on them count as before.`
    : `${countWithNoun(answers, 'answer')} of "${visible(contestant)}" to prompt "${visible(prompt)}" erased. Votes on them count as before.`

export const erasureRoutes = (deps: Deps) =>
  new Hono<Env>()
    .post(
      '/api/admin/arenas/:arena/erase/voter',
      describeRoute({
        summary:
          'Erases a person for good. The votes stay and count, under a pseudonym. Reasons and network of the person are deleted.',
        responses: { 200: answerBody('The pseudonym.', ErasedVoter) },
        problems: ['voter_unknown'],
      }),
      validateRequest('json', EraseVoterRequest),
      loadArena(deps),
      async (c) => {
        const erased = await eraseVoter(deps, c.var.arena, c.req.valid('json'))
        return respondByAccept(c, erased, { 'text/plain': erasedVoterText })
      },
    )
    .post(
      '/api/admin/arenas/:arena/erase/text',
      describeRoute({
        summary:
          'Erases the answers of a contestant to a prompt, or a prompt with all its answers, for good. Votes on them stay and count.',
        responses: { 200: answerBody('What was erased.', ErasedText) },
        problems: ['prompt_unknown', 'contestant_unknown'],
      }),
      validateRequest('json', EraseTextRequest),
      loadArena(deps),
      async (c) => {
        const erased = await eraseText(deps, c.var.arena, c.req.valid('json'))
        return respondByAccept(c, erased, { 'text/plain': erasedText })
      },
    )
