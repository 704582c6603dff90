import { msg } from '../../shared/messages/index.ts'
import { ProblemError } from '../platform/http/http.ts'
import type { Arena } from './arena.ts'

/**
 * Refuses runs, imports, links and shared pairs in an archived arena.
 * @throws {ProblemError} invalid_request
 */
export function mustNotBeArchived({ slug, archived_at: at }: Pick<Arena, 'slug' | 'archived_at'>): void {
  if (at !== null)
    throw new ProblemError('invalid_request', msg('arena_archived', { arena: slug, day: dayOf(at) }))
}

/** 2026-12-01, in UTC */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)
