import type { Kysely } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import type { CurrentJudge } from './judge.ts'

/** The active judges, each with its current version, by name. */
export const currentJudges = (db: Kysely<Database>, arenaId: number): Promise<CurrentJudge[]> =>
  db
    .selectFrom('judges as j')
    .innerJoin('judge_versions as v', (join) =>
      join
        .onRef('v.arena_id', '=', 'j.arena_id')
        .onRef('v.judge', '=', 'j.name')
        .onRef('v.sha256', '=', 'j.version_sha256'),
    )
    .innerJoin('rubrics as r', (join) =>
      join.onRef('r.arena_id', '=', 'v.arena_id').onRef('r.sha256', '=', 'v.rubric_sha256'),
    )
    .select(['j.name', 'j.family', 'j.criteria', 'j.categories', 'j.form', 'j.list_size as listSize'])
    .select(['j.ask', 'j.logprobs', 'v.id as versionId', 'v.provider', 'v.model', 'v.params', 'r.rubric'])
    .select('v.rubric_sha256 as rubricSha256')
    .where('j.arena_id', '=', arenaId)
    .where('j.active', '=', true)
    .orderBy('j.name')
    .execute()
