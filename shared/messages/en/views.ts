import { withStop, type ShortList } from '../short-list.ts'
import { list, namesClause, namesClauseEnd } from './phrases.ts'

/** Work of which a server does only so much at once. */
export type ManyKind = 'imports' | 'exports' | 'boards' | 'requests'

/** Errors that a reader of a page can get. Every page loads the German ones too, so keep them few. */
export const problems = {
  arena_not_here: ({ arena, near }: { arena: string; near?: ShortList }) =>
    `There is no arena "${arena}" here${near ? `; ${namesClauseEnd(near)}` : '.'}`,
  no_such_battle: 'There is no such battle. Ask for a new pair.',
  ticket_of_other_battle: 'This ticket does not belong to this battle. Ask for a new pair.',
  battle_of_other_voter: 'This battle was shown to another voter. Ask for a new pair.',
  many_battles_at_once: 'Too many battles were asked for at once. Ask for one at a time.',
  nothing_to_label:
    'Arena "{arena}" has no more judged pairs for you to label. Have judges judge more pairs, or ask another person.',
  many_at_once: ({ what }: { what: ManyKind }) =>
    `Too many ${{ imports: 'imports', exports: 'exports', boards: 'computations of boards', requests: 'requests of this kind' }[what]} are under way. Try again in a few seconds.`,
  no_decided_battle: 'There is no decided battle with this id.',
  vote_taken_back:
    'The vote on this battle was taken back: by its voter, or by a later version of its judge. It no longer counts.',
  board_computing:
    'The board is being computed. With millions of votes this takes minutes. Try again in a moment.',
  all_pairs_seen: 'You have seen every pair on every prompt of this arena. Thank you.',
  arena_without_pairs:
    'Arena "{arena}" has no two active contestants with different answers to one prompt yet. Import prompts and answers first.',
  pair_too_old: 'This pair was shown too long ago to be voted on. Ask for a new pair.',
  battle_closed: 'The vote on this battle was taken back, which closed it. Ask for a new pair.',
  battle_decided: 'The vote on this battle is final: "{outcome}". Ask for a new pair.',
  no_vote_yet: 'There is no vote on this battle.',
  vote_stands: 'This vote is final, so it cannot be taken back.',
  limit_reached:
    'Too many requests of this kind came from you or your network in the last hour. Try again in {minutes} min.',
} as const

/** What an arena has under names. */
export type NamedKind = 'contestant' | 'criterion' | 'category' | 'judge'

/** Views that an arena does not have. */
export const views = {
  sentence_at: ({ field, wrong }: { field: string; wrong: string }) => `${field}: ${withStop(wrong)}`,
  unknown_name: (values: {
    field?: string
    arena: string
    kind: NamedKind
    name: string
    there?: ShortList
  }) =>
    `${values.field ? `${values.field}: a` : 'A'}rena "${values.arena}" has no ${values.kind} "${values.name}"${values.there ? `; ${namesClauseEnd(values.there)}` : '.'}`,
  groups_are: ({ arena, there, least }: { arena: string; there: readonly string[]; least: number }) =>
    `group: arena "${arena}" has boards of these groups: ${list(there) || 'none'}. A group has one once ${least} of its people have counted votes.`,
  span_reversed: 'from: {from} is not before {to}, where the span ends. Change one of them.',
  group_of_people: 'group: only without source, category, from and to.',
  judge_never_voted: ({ arena, judge, there }: { arena: string; judge: string; there: ShortList }) =>
    `source: no judge "${judge}" has voted in arena "${arena}"; ${namesClauseEnd(there)}`,
  source_without_judgements:
    'source: only judges give judgements; use judges, judge:NAME or all instead of {source}.',
  attempts_are: ({ arena, count }: { arena: string; count: number }) =>
    `attempt: the climb of arena "${arena}" has ${count === 1 ? '1 attempt' : `${count} attempts`}, numbered from 1.`,
} as const

const A: Record<string, string> = {
  text: 'a text',
  number: 'a number',
  whole: 'a whole number',
  yes_or_no: 'true or false',
  list: 'a list',
  mapping: 'a mapping',
}

const sized = (of: string, count: number): string => {
  if (of === 'text') return `${count} ${count === 1 ? 'character' : 'characters'}`
  return of === 'list' ? `${count} ${count === 1 ? 'entry' : 'entries'}` : String(count)
}

/** Values that schemas require, also in addresses of pages. Every page loads these texts. */
export const addresses = {
  moment_asked: 'give a date (2026-01-31) or a date and time with zone',
  source_asked: 'is not an allowed value; choose people, judges, judge:NAME, all, live, simulated',
  contestant_asked: 'give the name or slug of a contestant',
  missing: ({ kind }: { kind: string }) => `is missing; write ${A[kind]}`,
  not_of_kind: ({ kind }: { kind: string }) => `is not ${A[kind]}; write ${A[kind]}`,
  too_small: ({ of, limit, inclusive }: { of: string; limit: number; inclusive: boolean }) =>
    of === 'number'
      ? `is too small; write ${inclusive ? `${limit} or more` : `more than ${limit}`}`
      : limit === 1
        ? 'is empty; write something or remove it'
        : `is too short; write at least ${sized(of, limit)}`,
  too_big: ({ of, limit, inclusive }: { of: string; limit: number; inclusive: boolean }) =>
    of === 'number'
      ? `is too big; write ${inclusive ? `${limit} or less` : `less than ${limit}`}`
      : `is too long; write at most ${sized(of, limit)}`,
  none_of: 'is not an allowed value; choose {choices}',
  missing_one_of: 'is missing; choose {choices}',
  choice_near: ({ why, there }: { why: string; there: ShortList }) => `${why}; ${namesClause(there)}`,
} as const
