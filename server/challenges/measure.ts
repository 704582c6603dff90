/** How a climb measures: one judge, one criterion, the references, and which of them are held out. */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { HoldOut, Message } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import {
  chooseJudges,
  criteriaAsked,
  currentJudges,
  readRubric,
  SHIPPED_RUBRICS,
  versionSha256,
  type NewJudge,
} from '../judging/index.ts'
import { canonicalJson } from '../platform/canonical-json.ts'
import type { Database } from '../platform/schema.ts'
import { asksForMiddle, isOfCategories } from '../prompts/index.ts'
import type { EpochRow } from './queries.ts'
import { rejectChallenge } from './reject-challenge.ts'

export interface MeasureRequest {
  /** Undefined for the previous epoch's judge, the only one whose rubric shows references, or the only one. */
  judge?: string | undefined
  criterion?: string | undefined
  /** Null to hold nothing out; undefined for the previous epoch's hold-out. */
  holdOut?: HoldOut | null | undefined
}

export interface ClimbMeasure {
  /** Has a rubric that shows references. */
  judge: NewJudge
  criterion: string
  holdOut: HoldOut | null
  references: { id: number; key: string; reference: string; heldOut: boolean }[]
  referencesSha256: string
  /** Hash of everything here. If it changes, a new epoch begins. */
  sha256: string
}

/**
 * Determines what a challenge measures with: judge, criterion, references and hold-out. A setting that the request
 * omits is taken from the previous epoch.
 * @throws {ProblemError} invalid_request if there is no judge or no reference, or if the choice of judge is ambiguous
 */
export async function measureOf(
  db: Kysely<Database>,
  arena: Arena,
  request: MeasureRequest,
  before: EpochRow | undefined,
): Promise<ClimbMeasure> {
  const judgeOfArena = judgeFor(arena, await currentJudges(db, arena.id), request.judge, before?.judge)
  const rows = (await selectReferences(db, arena.id)).filter(({ category }) =>
    isOfCategories(category, judgeOfArena.categories),
  )
  const judge = await withReferences(judgeOfArena, rows)
  const criterion = criterionFor(judge, request.criterion, before?.criterion)
  const holdOut = request.holdOut === undefined ? (before?.holdOut ?? null) : request.holdOut
  if (rows.length === 0)
    rejectChallenge(
      msg('no_references', { arena: arena.slug, judge: judge.name, categories: judge.categories ?? null }),
    )
  const references = rows.map((row) => ({ ...row, heldOut: isHeldOut(holdOut, row) }))
  requireSplit(holdOut, references)
  const content = references.map(({ key, messages, reference, context, heldOut }) => [
    key,
    messages,
    reference,
    context,
    heldOut,
  ])
  const frozen = { judge: judge.name, version: versionSha256(judge), criterion, references: content }
  return {
    judge,
    criterion,
    holdOut,
    references,
    referencesSha256: sha256(references.map(({ key, reference }) => [key, reference])),
    sha256: sha256({ ...frozen, holdOut }),
  }
}

/** SHA-256 of a value, in hex. */
export const sha256 = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex')

const showsReferences = ({ rubric }: NewJudge): boolean =>
  rubric.shows.includes('reference') && rubric.judgePrompts.pairwise !== undefined

function judgeFor(
  { slug }: Arena,
  all: readonly NewJudge[],
  requestedName: string | undefined,
  previousName: string | undefined,
): NewJudge {
  if (requestedName !== undefined) return chooseJudges(all, [requestedName])[0]
  const able = all.filter(showsReferences)
  const likely = able.length > 0 ? able : all
  const one = all.find(({ name }) => name === previousName) ?? (likely.length === 1 ? likely[0] : undefined)
  if (one) return one
  return all.length === 0
    ? rejectChallenge(msg('no_judge', { arena: slug }))
    : rejectChallenge(msg('which_judge', { arena: slug, judges: likely.map(({ name }) => name) }))
}

/** The judge with its own rubric if that shows references, else with the shipped one for these prompts. */
async function withReferences(judge: NewJudge, prompts: readonly ReferenceRow[]): Promise<NewJudge> {
  if (showsReferences(judge)) return judge
  const path = prompts.every(asksForMiddle) ? SHIPPED_RUBRICS.voice : SHIPPED_RUBRICS.reference
  const { rubric, sha256: rubricSha256 } = await readRubric(path)
  return { ...judge, rubric, rubricSha256, criteria: null }
}

function criterionFor(
  judge: NewJudge,
  requestedCriterion: string | undefined,
  previousCriterion: string | undefined,
): string {
  const judgedCriteria = criteriaAsked(judge).flat()
  if (requestedCriterion !== undefined)
    return judgedCriteria.includes(requestedCriterion)
      ? requestedCriterion
      : rejectChallenge(
          msg('not_judged_by', { judge: judge.name, asked: judgedCriteria, wanted: requestedCriterion }),
        )
  if (previousCriterion !== undefined && judgedCriteria.includes(previousCriterion)) return previousCriterion
  return judgedCriteria.length === 1
    ? judgedCriteria[0]
    : rejectChallenge(msg('which_criterion', { judge: judge.name, asked: judgedCriteria }))
}

function requireSplit(
  holdOut: HoldOut | null,
  references: readonly { key: string; heldOut: boolean }[],
): void {
  if (holdOut === null) return
  if ('prompts' in holdOut) {
    const unknown = holdOut.prompts.find((key) => !references.some((one) => one.key === key))
    if (unknown !== undefined) rejectChallenge(msg('held_out_unknown', { prompt: unknown }))
  }
  const held = references.filter(({ heldOut }) => heldOut).length
  if (held === references.length) rejectChallenge(msg('all_held_out', { count: held }))
  if (held === 0) rejectChallenge(msg('none_held_out', { count: references.length }))
}

/**
 * Whether a prompt is held out. A share is drawn by a hash of seed and key. So adding or removing prompts does not
 * change the draw of the others.
 */
function isHeldOut(
  holdOut: HoldOut | null,
  { key, category }: { key: string; category: string | null },
): boolean {
  if (holdOut === null) return false
  if ('prompts' in holdOut) return holdOut.prompts.includes(key)
  if ('categories' in holdOut) return category !== null && holdOut.categories.includes(category)
  const digest = createHash('sha256').update(`${holdOut.seed}\n${key}`).digest()
  return digest.readUIntBE(0, 6) / 2 ** 48 < holdOut.share
}

interface ReferenceRow {
  id: number
  key: string
  category: string | null
  messages: Message[]
  reference: string
  context: string[] | null
  variables: Record<string, unknown> | null
}

/** Prompts in use with a reference, by key. */
const selectReferences = (db: Kysely<Database>, arenaId: number): Promise<ReferenceRow[]> =>
  db
    .selectFrom('prompts')
    .select(['id', 'key', 'category', 'messages', 'reference', 'context', 'variables'])
    .where('arena_id', '=', arenaId)
    .where('messages', 'is not', null)
    .where('retired_at', 'is', null)
    .where(sql<boolean>`btrim(reference) <> ''`)
    .orderBy('key')
    .$narrowType<{ messages: Message[]; reference: string }>()
    .execute()
