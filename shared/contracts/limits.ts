/**
 * Limits of votes and uploads. It has no schemas, so that the page can import it without
 * them.
 */
import { presentSource } from './source-names.ts'

/** After so many seconds a choice is final, if its voter neither went on nor saw the names before. */
export const CHANGE_SECONDS = 60
/** For how many minutes after a battle was shown it can be voted on. */
export const BATTLE_MINUTES = 30
/** How many keys a voter's machine has to try at most to solve a puzzle; on average half as many. */
export const MAX_TRIES = 1000

/** The highest number of contestants in an arena. The number of pairs grows with its square. */
export const MAX_CONTESTANTS = 5000

/** The size limit of all uploaded files of one arena together, in bytes. */
export const MAX_ARENA_BYTES = 16 * 1024 * 1024

/**
 * Which decided battles are listed. `won`, `lost`: by the contestant; without one, those with a winner. `tied`: without a
 * winner. `contradicted`: votes on the same two answers name different winners. `disagreement`: a judge and most people
 * differ.
 */
export const SHOWN_BATTLES = ['won', 'lost', 'tied', 'contradicted', 'disagreement'] as const
export type ShownBattles = (typeof SHOWN_BATTLES)[number]

/** What the audit log records. */
export const AUDIT_ACTS = [
  'arena_created',
  'arena_changed',
  'visibility_changed',
  'contestant_retired',
  'contestant_restored',
  'prompts_retired',
  'prompts_restored',
  'judging_started',
  'judging_paused',
  'judging_resumed',
  'judging_cancelled',
  'budget_changed',
  'live_reopened',
  'schedule_paused',
  'schedule_resumed',
  'challenge_started',
  'votes_quarantined',
  'votes_released',
  'attack_suspected',
  'leaks_searched',
  'leaks_released',
  'leaks_held',
  'voter_erased',
  'text_erased',
  'simulated_votes_removed',
  'closing_changed',
  'decides_changed',
  'decided',
  'voting_closed',
  'voting_opened',
  'invitations_made',
  'pairs_shared',
  'invitation_withdrawn',
  'invitation_renewed',
  'texts_exported',
  'arena_removed',
  'token_made',
  'token_withdrawn',
  'key_set',
  'key_withdrawn',
  'price_set',
] as const

/**
 * The columns by which a board can be sorted, in the `sort` parameter of its page. A leading `-` reverses the
 * order.
 */
export const SORT_KEYS = ['place', 'name', 'rating', 'winRate', 'votes', 'costUsd'] as const

/**
 * Pictures in prompts and answers: how texts name them, and their limits. This file imports nothing, so that the page can
 * use it without the schemas.
 */

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

/** The largest file of a picture, in bytes. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024
/** The longest side of a picture, and the most pixels in all: a browser needs 4 bytes for each. */
export const LONGEST_SIDE = 10_000
export const MAX_PIXELS = 25_000_000
/** The most pictures of one prompt or answer, and of an arena. */
export const MAX_PICTURES_OF_TEXT = 20
export const MAX_PICTURES = 5_000
/** The most bytes of all pictures of an arena. */
export const MAX_PICTURES_BYTES = 256 * 1024 * 1024

/** The name of a stored picture: 32 random digits. */
export const PICTURE_NAME = '[0-9a-f]{32}'

const NAMED = new RegExp(`^picture:(${PICTURE_NAME})$`)

/** The name of the picture that an address in a text stands for, as in `![A cat](picture:NAME)`; null for all others. */
export const pictureNamed = (address: string): string | null => NAMED.exec(address)?.[1] ?? null

export const picturePath = (arena: string, name: string): string => `/a/${arena}/pictures/${name}`

/** The arenas on a page of the list that people read. */
export const ARENAS_ON_A_PAGE = 20

/** Votes for each contestant after which the form of a new arena decides. */
export const VOTES_A_CONTESTANT = 100

/** Whether an arena has a decision day, come or not. */
export const hasDecisionDay = ({ votes, at }: { votes: number | null; at: string | null }): boolean =>
  votes !== null || at !== null

interface SomeView {
  source: string
  criterion: string | null
  category: string | null
  from: string | null
  to: string | null
  group?: string | undefined
}

/** Whether a view is the one that the plan names: all categories, days and voters of its source, under its criterion. */
export const isPlannedView = (
  view: SomeView,
  { plan }: { plan: { view: Pick<SomeView, 'source' | 'criterion'> } },
): boolean =>
  view.source === presentSource(plan.view.source) &&
  view.criterion === plan.view.criterion &&
  view.category === null &&
  view.from === null &&
  view.to === null &&
  view.group === undefined
