import { sql } from 'kysely'
import { missingAnswers, putAnswers, searchArena } from '../../answers/index.ts'
import {
  addCriteria,
  arenaForOperator,
  createArena,
  describeAnew,
  findArena,
  requireUndecided,
  sealPlan,
  putProviders,
  selectSizes,
  type Arena,
} from '../../arenas/index.ts'
import { describeContestants, ensureContestants, type Contestant } from '../../contestants/index.ts'
import { mapAnswerTexts, mapPromptTexts, PictureStage } from '../../pictures/index.ts'
import { putJudging } from '../../judging/index.ts'
import { msg, warning, type CodedMessage } from '../../../shared/messages/index.ts'
import { recordImportedFiles } from './files-read.ts'
import { recordAct } from '../../platform/audit.ts'
import { canonicalJson } from '../../platform/json.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { Db, Trx } from '../../platform/schema.ts'
import { requestPast } from '../../ratings/index.ts'
import {
  retireVisitorPrompts,
  lastPrompt,
  useOnlyPrompts,
  putPrompts,
  type NewPrompt,
} from '../../prompts/index.ts'
import { rowSentence } from '../../../shared/sentence/read-row.ts'
import { requestRating, settleVoterCap, updateStatistics } from '../../votes/index.ts'
import { namesAlike } from '../formats/names.ts'
import type { ArenaImport, ImportResult } from './arena-import.ts'
import { FirstRows } from './first-rows.ts'
import { isDoubt } from '../formats/doubts.ts'
import { changesBetween } from './changes-between.ts'
import { selectArenaState } from '../arena-file/arena-as-files.ts'
import { beginsLikeEarlier, recordImportedVotes, VoteStage } from './stage-votes.ts'
import { TextStage, type Texts } from './stage-texts.ts'
import { requireRow } from '../../platform/postgres/query.ts'

export type ImportDeps = Pick<Deps, 'db' | 'clock' | 'chance' | 'actor' | 'settings'> & {
  /** Called with the share that is written. */
  onWritten?: (share: number) => void
}

/** What an import does, in this order. */
export type ImportStep = 'read' | 'lock' | 'texts' | 'votes' | 'leaks' | 'boards'

/** Postgres ended a statement, mostly because it took too long. */
const QUERY_CANCELED = '57014'

const DEFAULT_CRITERION = 'overall'

/**
 * From this many votes and answers, the import updates the planner's statistics before it searches what it wrote. Autovacuum
 * comes too late: Postgres would take the arena for empty, and join all of its rows with all others.
 */
const MANY_ROWS = 1000

/**
 * Imports contestants, prompts, answers and votes into an arena, which is created if it does not exist. Everything
 * happens in one transaction. Existing rows stay unchanged, so the same import again adds nothing.
 * @param dryRun import, return the result, and roll back; a function is called before, in the transaction
 * @throws {ProblemError} if a text that was voted on would change
 */
export async function importInto(
  deps: ImportDeps,
  incoming: ArenaImport,
  dryRun: boolean | ((trx: Trx, arena: string) => Promise<void>) = false,
): Promise<ImportResult> {
  const trx = await deps.db.startTransaction().execute()
  let step: ImportStep = 'read'
  try {
    const rows = new FirstRows()
    const result = await bring(trx, deps, incoming, rows, (next) => {
      step = next
    })
    // the contestants of an arena are known, and one column more is an addition
    const areKnown =
      !result.created &&
      (result.contestantsAdded === 0 || (result.contestantsAdded === 1 && result.promptsAdded === 0))
    const doubts = dryRun
      ? []
      : (incoming.doubts?.() ?? []).filter(
          (finding) => isDoubt(finding) && !(areKnown && finding.code === 'columns_are_contestants'),
        )
    if (doubts.length > 0)
      throw new ProblemError(
        'invalid_request',
        msg('import_doubtful', {
          doubts: doubts.map(({ message, finding }) => (finding as CodedMessage | undefined) ?? message),
          rows: rows.rows().map((row) => rowSentence(row)),
        }),
      )
    if (typeof dryRun === 'function') await dryRun(trx, result.arena)
    await (dryRun ? trx.rollback() : trx.commit()).execute()
    return { ...result, dryRun: dryRun !== false }
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack)
      await trx
        .rollback()
        .execute()
        .catch(() => {})
    const { code, message } = error as Error & { code?: string }
    if (code === QUERY_CANCELED)
      throw new ProblemError('database_unreachable', msg('import_stopped', { step, why: message }))
    throw error
  }
}

async function bring(
  trx: Trx,
  deps: ImportDeps,
  incoming: ArenaImport,
  rows: FirstRows,
  begin: (step: ImportStep) => void,
) {
  const stage = new VoteStage(trx, deps)
  const texts = new TextStage(trx)
  const pictures = new PictureStage(trx)
  await readIntoStages(incoming, { votes: stage, texts, pictures }, rows)
  incoming.onRead?.(await texts.firstStray())
  begin('lock')
  await lockImport(trx, incoming.arena.slug)
  const described = incoming.setUp && (await findArena(trx, incoming.arena.slug))
  const stored = described ? await selectArenaState(trx, described) : null
  const { arena, created } = await arenaFor(trx, incoming, stage.criteria)
  const { decides = 'never' } = arena.settings
  const decidesBefore = described?.settings.decides ?? 'never'
  const hasDecisionChanged =
    described !== undefined && canonicalJson(decidesBefore) !== canonicalJson(decides)
  if (described) {
    await requireUndecided(trx, arena, decidesBefore, decides)
    if (hasDecisionChanged) await recordAct(trx, deps, arena.id, 'decides_changed', { decides })
  }
  const before = await countArena(trx, arena.id)
  const lastId = await lastPrompt(trx, arena.id)
  const { setUp } = incoming
  if (setUp) await putProviders(trx, arena.id, setUp.providers)
  if (setUp) await describeContestants(trx, arena.id, incoming.contestants)
  const contestants = await ensureContestants(trx, arena.id, contestantsIn(incoming, texts, stage))
  const contestantsNamed = new Set(
    [...contestantsIn(incoming, texts, stage)].map(({ name }) => contestants.get(name)!.name),
  )
  const alike = namesAlike(
    [...contestants.values()].map(({ name }) => name),
    contestantsNamed,
  )
  if (alike) incoming.warn?.(alike)
  const all = texts.count + stage.count
  const onWritten = (rows: number) => deps.onWritten?.(all === 0 ? 1 : rows / all)
  begin('texts')
  const { changed: answersAdded, replaced } = await putTexts(
    trx,
    arena.id,
    withPictures(arena.id, importedTexts(incoming, texts), pictures),
    contestants,
    () => onWritten(texts.returned),
  )
  if (replaced > 0) incoming.warn?.(warning(msg('answers_replaced', { count: replaced })))
  await pictures.end(arena.id)
  const named = incoming.prompts.map(({ key }) => key)
  const use = setUp ? await useOnlyPrompts(trx, arena.id, named, deps.clock()) : null
  if (setUp) {
    await putJudging(trx, arena.id, setUp, deps.clock())
    // refuses a contestant that changed after its answers were seen
    await missingAnswers(trx, arena.id)
  }
  const known = { contestants, now: deps.clock() }
  begin('votes')
  if (await beginsLikeEarlier(trx, arena, stage, contestants))
    incoming.warn?.(warning(msg('file_like_earlier')))
  const { added: votesAdded, repeated: votesRepeated } = await recordImportedVotes(
    trx,
    arena,
    stage,
    known,
    (share) => onWritten(texts.count + share * stage.count),
  )
  if (votesAdded + answersAdded >= MANY_ROWS) await updateStatistics(trx)
  if (stage.hasLive) await retireVisitorPrompts(trx, arena.id, lastId, deps.clock())
  begin('leaks')
  await searchArena(trx, arena.id, deps.clock())
  begin('boards')
  const isSealedLate = await sealPlan(trx, deps, arena.id)
  if (setUp) await settleVoterCap(trx, arena.id, deps.clock())
  await requestRating(trx, arena.id, deps.settings.publishEvery)
  if (votesAdded > 0) await requestPast(trx, arena.id)
  await recordImportedFiles(trx, arena.id, incoming.files ?? [], deps.clock())
  const size = await countArena(trx, arena.id)
  const added = {
    contestantsAdded: size.contestants - before.contestants,
    promptsAdded: size.prompts - before.prompts,
    answersAdded,
    votesAdded,
  }
  if (created || setUp || Object.values(added).some((count) => count > 0))
    await recordAct(trx, deps, arena.id, created ? 'arena_created' : 'arena_changed', {
      ...added,
      described: setUp !== undefined,
      ...(use && use.retired.length > 0 && { promptsRetired: use.retired }),
      ...(use &&
        use.restored.length > 0 && { promptsRestored: use.restored, werePublic: use.werePublic.length }),
    })
  return {
    arena: arena.slug,
    created,
    ...size,
    votable: (await selectSizes(trx, arena.id))[0].votable,
    promptsWithoutText: await answeredWithoutText(trx, arena.id),
    contestantsNamed: [...contestantsNamed].sort(),
    ...added,
    votesAlreadyThere: stage.count - votesRepeated - votesAdded,
    votesRepeated,
    promptsRetired: use?.retired ?? [],
    promptsRestored: use?.restored ?? [],
    promptsThatWerePublic: use?.werePublic ?? [],
    lateDecision: isSealedLate && hasDecisionChanged ? { before: decidesBefore, after: decides } : null,
    contestantsNotNamed: setUp ? notNamed(contestants, incoming) : [],
    kinds: stored
      ? changesBetween(stored, await selectArenaState(trx, await arenaForOperator(trx, arena.slug)))
      : [],
  }
}

function notNamed(contestants: ReadonlyMap<string, Contestant>, incoming: ArenaImport): string[] {
  const named = new Set(incoming.contestants.map(({ name }) => contestants.get(name)!.name))
  return [...new Set(contestants.values())]
    .filter(({ name, retired_at }) => retired_at === null && !named.has(name))
    .map(({ name }) => name)
    .sort()
}

async function arenaFor(
  trx: Trx,
  { arena, setUp }: ArenaImport,
  criteria: ReadonlySet<string>,
): Promise<{ arena: Arena; created: boolean }> {
  const voted = [...criteria].sort()
  const known = await findArena(trx, arena.slug)
  if (known) {
    // a file that says nothing of the day leaves it as it is
    const { decides } = known.settings
    const settings = setUp && { ...(decides && { decides }), ...setUp.settings }
    const described = await describeAnew(trx, known, { ...arena, settings })
    return { arena: await addCriteria(trx, described, [...(arena.criteria ?? []), ...voted]), created: false }
  }
  const criteriaInUse = [...new Set([...(arena.criteria ?? []), ...voted])]
  const created = await createArena(trx, {
    slug: arena.slug,
    title: arena.title ?? arena.slug,
    description: arena.description ?? '',
    visibility: arena.visibility ?? 'public',
    criteria: criteriaInUse.length > 0 ? criteriaInUse : [DEFAULT_CRITERION],
    settings: setUp?.settings,
  })
  return { arena: created, created: true }
}

function* contestantsIn({ contestants, answers }: ArenaImport, texts: TextStage, votes: VoteStage) {
  yield* contestants
  for (const { contestant } of answers) yield { name: contestant }
  for (const name of texts.contestants) yield { name }
  for (const name of votes.contestants.keys()) yield { name }
}

/** The texts with the names of their pictures, which are stored. */
async function* withPictures(
  arenaId: number,
  portions: AsyncIterable<Texts>,
  pictures: PictureStage,
): AsyncGenerator<Texts> {
  for await (const portion of portions)
    yield await pictures.store(arenaId, portion, ({ prompts, answers }, name) => ({
      prompts: prompts.map((prompt) => mapPromptTexts(prompt, name)),
      answers: answers.map((answer) => mapAnswerTexts(answer, name)),
    }))
}

async function* importedTexts({ prompts, answers }: ArenaImport, texts: TextStage): AsyncGenerator<Texts> {
  if (prompts.length + answers.length > 0) yield { prompts, answers }
  yield* texts.portions()
}

const countArena = (
  db: Db,
  arenaId: number,
): Promise<{ contestants: number; prompts: number; answers: number }> =>
  requireRow<{ contestants: number; prompts: number; answers: number }>(db)`
    select (select count(*)::int from contestants where arena_id = ${arenaId}) as contestants,
      (select count(*)::int from prompts where arena_id = ${arenaId}) as prompts,
      (select count(*)::int from answers where arena_id = ${arenaId}) as answers`

/** The number of prompts with answers but without a text. */
async function answeredWithoutText(db: Db, arenaId: number): Promise<number> {
  const { prompts } = await db
    .selectFrom('prompts as p')
    .select((eb) => eb.fn.countAll<number>().as('prompts'))
    .where('p.arena_id', '=', arenaId)
    .where('p.messages', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('answers as a')
          .select('a.id')
          .whereRef('a.arena_id', '=', 'p.arena_id')
          .whereRef('a.prompt_id', '=', 'p.id'),
      ),
    )
    .executeTakeFirstOrThrow()
  return prompts
}

/** From this many new answers, later portions and the searches of this import read them by statistics that know them. */
const MANY_ANSWERS = 2000
const GROWTH = 4

/**
 * Puts prompts and answers into an arena, portion after portion. A prompt that only answers name gets no text.
 * @param onPortion called after each portion
 * @returns how many answers were added or replaced, and how many of them were replaced
 * @throws {ProblemError} if a text that was voted on would change, or an answer has two texts
 */
async function putTexts(
  trx: Trx,
  arenaId: number,
  portions: AsyncIterable<Texts>,
  contestants: ReadonlyMap<string, Contestant>,
  onPortion: () => void,
): Promise<{ changed: number; replaced: number }> {
  const done = { changed: 0, replaced: 0 }
  let many = MANY_ANSWERS
  for await (const { prompts, answers } of portions) {
    const ids = await putPrompts(trx, arenaId, promptsIn({ prompts, answers }))
    const { changed, replaced } = await putAnswers(
      trx,
      arenaId,
      answers.map((answer) => ({
        ...answer,
        promptId: ids.get(answer.prompt)!,
        contestantId: contestants.get(answer.contestant)!.id,
      })),
    )
    done.changed += changed
    done.replaced += replaced
    if (done.changed >= many) {
      await updateStatisticsOfTexts(trx)
      many = GROWTH * done.changed
    }
    onPortion()
  }
  return done
}

function* promptsIn({ prompts, answers }: Texts): Generator<NewPrompt> {
  yield* prompts
  for (const { prompt } of answers) yield { key: prompt, messages: null }
}

/** The same for prompts and answers, within the transaction that inserted many of them. */
async function updateStatisticsOfTexts(trx: Trx): Promise<void> {
  await sql`analyze (skip_locked) prompts, answers`.execute(trx)
}

/**
 * Reads every file of an import, and stages what it holds.
 * @throws {FileError} if a file cannot be used
 */
async function readIntoStages(
  { votes, pictures = [], files = [] }: ArenaImport,
  stages: { votes: VoteStage; texts: TextStage; pictures: PictureStage },
  rows: FirstRows,
): Promise<void> {
  const known = votes.map((vote, i) => ({ ...vote, place: i + 1, line: 0, repeatable: false }))
  await stages.votes.add(known, 0)
  await stages.votes.written()
  await stages.pictures.add(pictures)
  for (const [i, file] of files.entries()) {
    stages.votes.startFile()
    for await (const portion of file.read()) {
      rows.add(portion)
      await stages.votes.add(portion.votes ?? [], i + 1)
      if (!portion.prompts && !portion.answers) continue
      await stages.votes.written()
      await stages.texts.add(portion)
      await stages.pictures.add(portion.pictures ?? [])
    }
    stages.votes.fileIds.push(file.id())
  }
  await stages.votes.written()
  await stages.texts.end()
}

const IMPORTING = 4747_0002

/** Lets one import into an arena of this slug run at a time, until the transaction ends. */
export async function lockImport(trx: Trx, slug: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORTING}::integer, hashtext(${slug}))`.execute(trx)
}
