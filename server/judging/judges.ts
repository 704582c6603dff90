/** Judges with their versions, and checks, as arena.yaml defines them. */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../platform/json.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../platform/schema.ts'
import type { JudgementForm, Rubric, CheckSpec, ProviderOptions } from '../../shared/contracts/index.ts'
import type { NewProvider } from '../arenas/index.ts'
import { queryRows } from '../platform/postgres/query.ts'

/**
 * The hash of a judge version. Another model, rubric or parameter is another version, and needs a new evaluation.
 */
export function versionSha256({
  model,
  params,
  rubricSha256,
}: Pick<NewJudge, 'model' | 'params' | 'rubricSha256'>): string {
  return createHash('sha256').update(canonicalJson({ model, params, rubricSha256 })).digest('hex')
}

/** Replaces the judges and the checks of the arena. */
export async function putJudging(
  trx: Trx,
  arenaId: number,
  { judges, checks, providers }: NewJudging,
  now: Date,
): Promise<void> {
  await putJudges(trx, arenaId, judges, now)
  await putChecks(trx, arenaId, checks, providers)
}

/** What of an arena.yaml judges and checks answers. */
interface NewJudging {
  judges: readonly NewJudge[]
  checks: readonly CheckSpec[]
  /** The providers that checks by commands name. */
  providers: readonly NewProvider[]
}

/**
 * Replaces the judges of the arena. A judge that is not among them is no longer asked; its votes stay. A judge that
 * returns to an earlier version continues that version.
 */
async function putJudges(trx: Trx, arenaId: number, judges: readonly NewJudge[], now: Date): Promise<void> {
  const names = judges.map(({ name }) => name)
  await sql`update judges set active = false where arena_id = ${arenaId} and name <> all (${names}::text[])`.execute(
    trx,
  )
  if (judges.length === 0) return
  await insertRubrics(trx, arenaId, judges)
  const rows = judges.map((judge) => {
    const { name, family, criteria, categories, form, listSize: list_size, ask } = judge
    return { name, family, criteria, categories, form, list_size, ask, version_sha256: versionSha256(judge) }
  })
  await sql`
    insert into judges (arena_id, name, family, criteria, categories, form, list_size, ask, version_sha256, active)
    select ${arenaId}, name, family, criteria, categories, form, list_size, ask, version_sha256, true
    from jsonb_populate_recordset(null::judges, ${JSON.stringify(rows)}::jsonb)
    on conflict (arena_id, name) do update set (family, criteria, categories, form, list_size, ask, version_sha256, active)
      = row(excluded.family, excluded.criteria, excluded.categories, excluded.form, excluded.list_size, excluded.ask,
        excluded.version_sha256, true)`.execute(trx)
  await upsertVersions(trx, arenaId, judges, now)
}

/** Stores a version of a judge with its rubric. The judge's active version stays. @returns its id */
export async function storeVersion(trx: Trx, arenaId: number, judge: NewJudge, now: Date): Promise<number> {
  await insertRubrics(trx, arenaId, [judge])
  const [{ id }] = await upsertVersions(trx, arenaId, [judge], now)
  return id
}

/** Judges may share a rubric. */
async function insertRubrics(trx: Trx, arenaId: number, judges: readonly NewJudge[]): Promise<void> {
  const rows = judges.map(({ rubric, rubricSha256 }) => ({ sha256: rubricSha256, name: rubric.name, rubric }))
  await sql`
    insert into rubrics (arena_id, sha256, name, rubric)
    select ${arenaId}, sha256, name, rubric
    from jsonb_populate_recordset(null::rubrics, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing`.execute(trx)
}

/** An existing version keeps its id and its time of creation; its provider may change. */
async function upsertVersions(
  trx: Trx,
  arenaId: number,
  judges: readonly NewJudge[],
  now: Date,
): Promise<{ id: number }[]> {
  const rows = judges.map((judge) => {
    const { name, provider, model, params, rubricSha256: rubric_sha256 } = judge
    return { judge: name, provider, model, params, rubric_sha256, sha256: versionSha256(judge) }
  })
  const versions = await queryRows<{ id: number }>(trx)`
    insert into judge_versions (arena_id, judge, provider, model, params, rubric_sha256, sha256, created_at)
    select ${arenaId}, judge, provider, model, params, rubric_sha256, sha256, ${now}::timestamptz
    from jsonb_populate_recordset(null::judge_versions, ${JSON.stringify(rows)}::jsonb)
    on conflict (arena_id, judge, sha256) do update set provider = excluded.provider
    returning id`
  return versions
}

/** A judge as arena.yaml defines it, with its rubric. */
export interface NewJudge {
  name: string
  /** Name of a provider of the arena. */
  provider: string
  model: string
  params: Record<string, unknown>
  rubric: Rubric
  rubricSha256: string
  /** Null for all criteria of the rubric. */
  criteria: string[] | null
  /** Null for all prompts, with or without a category. */
  categories: string[] | null
  family: string | null
  form: JudgementForm
  /** How many answers a listwise judge is shown at once, 3 to 6. */
  listSize: number
  /** Whether several criteria are asked about in one call, or each in a call of its own. */
  ask: 'together' | 'apart'
}

/** A judge with its active version. */
export interface CurrentJudge extends NewJudge {
  versionId: number
}

/** The criteria of each call: a list of lists. */
export function criteriaPerCall({
  rubric,
  criteria,
  ask,
}: Pick<NewJudge, 'rubric' | 'criteria' | 'ask'>): string[][] {
  const judgedCriteria = rubric.criteria.filter(
    (criterion) => criteria === null || criteria.includes(criterion),
  )
  return ask === 'apart'
    ? judgedCriteria.map((criterion) => [criterion])
    : judgedCriteria.length > 0
      ? [judgedCriteria]
      : []
}

/** The calls to each judge, one for each list of criteria, limited to those of a part. */
export function listJudgeCalls<J extends Pick<CurrentJudge, 'ask' | 'criteria' | 'rubric'>>(
  judges: readonly J[],
  part?: { criteria?: readonly string[] | undefined },
): (J & { criteria: string[] })[] {
  const requested = part?.criteria
  return judges
    .flatMap((judge) => criteriaPerCall(judge).map((criteria) => ({ ...judge, criteria })))
    .filter(({ criteria }) => !requested || criteria.some((criterion) => requested.includes(criterion)))
}

/** The active judges, each with its current version, by name. */
export const currentJudges = (db: Db, arenaId: number): Promise<CurrentJudge[]> =>
  selectCurrent(db, arenaId, sql`true`)

/** Those of the active judges that may be asked: a trial has not stopped them for good. */
export const usableJudges = (db: Db, arenaId: number): Promise<CurrentJudge[]> =>
  selectCurrent(db, arenaId, isNotStopped)

/** SQL: whether version `v` of a judge is not stopped for good. */
export const isNotStopped = sql<boolean>`coalesce(v.trial->>'isForGood', 'false') <> 'true'`

const selectCurrent = (db: Db, arenaId: number, isWanted: RawBuilder<unknown>): Promise<CurrentJudge[]> =>
  queryRows<CurrentJudge>(db)`
    select j.name, j.family, j.criteria, j.categories, j.form, j.list_size as "listSize", j.ask, v.id as "versionId",
      v.provider, v.model, v.params, r.rubric, v.rubric_sha256 as "rubricSha256"
    from judges j
    join judge_versions v on v.arena_id = j.arena_id and v.judge = j.name and v.sha256 = j.version_sha256
    join rubrics r on r.arena_id = v.arena_id and r.sha256 = v.rubric_sha256
    where j.arena_id = ${arenaId} and j.active and ${isWanted}
    order by j.name`

/**
 * Replaces the checks of the arena. Results of earlier checks stay, under the hashes of those. The hash of a check by a
 * command includes the command.
 */
async function putChecks(
  trx: Trx,
  arenaId: number,
  checks: readonly CheckSpec[],
  providers: readonly NewProvider[],
): Promise<void> {
  const execCommand = (spec: CheckSpec) => {
    if (spec.kind !== 'exec') return {}
    const { options } = providers.find(({ name }) => name === spec.provider)!
    return { command: (JSON.parse(options ?? '{}') as ProviderOptions).command }
  }
  await sql`update checks set active = false where arena_id = ${arenaId}`.execute(trx)
  const rows = checks.map((spec) => {
    const sha256 = createHash('sha256')
      .update(canonicalJson({ ...spec, ...execCommand(spec) }))
      .digest('hex')
    return { name: spec.name, sha256, spec }
  })
  await sql`
    insert into checks (arena_id, name, sha256, spec, active)
    select ${arenaId}, name, sha256, spec, true
    from jsonb_populate_recordset(null::checks, ${JSON.stringify(rows)}::jsonb)
    on conflict (arena_id, name, sha256) do update set active = true`.execute(trx)
}
