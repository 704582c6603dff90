import type { Component } from 'svelte'
import type { PageData } from '../../shared/contracts/page.ts'
import type { Route } from './state/routes.ts'
import { loadMoreWords } from './words/words.ts'

/** A page of the site. It is given what its address says, and what the server sent along with it. */
export type Page = Component<Record<string, unknown> & { begin: PageData | null }>

/** Where each page lies, by which the server knows its files in the build. */
export const SOURCES: Record<Route['page'], string> = {
  arenas: 'src/pages/arenas/ArenasPage.svelte',
  leaderboard: 'src/pages/leaderboard/LeaderboardPage.svelte',
  vote: 'src/pages/vote/VotePage.svelte',
  compare: 'src/pages/compare/ComparePage.svelte',
  climb: 'src/pages/climb/ClimbPage.svelte',
  battles: 'src/pages/battles/BattlesPage.svelte',
  visitorQuestion: 'src/pages/live/LivePage.svelte',
  contestant: 'src/pages/contestant/ContestantPage.svelte',
  battle: 'src/pages/battle/BattlePage.svelte',
  admin: 'src/pages/admin/AdminPage.svelte',
  newArena: 'src/pages/admin/new/NewArenaPage.svelte',
  adminArena: 'src/pages/admin/arena/AdminArenaPage.svelte',
  missing: 'src/pages/missing/MissingPage.svelte',
}

/** Each page, loaded when it is first asked for. */
const LOAD: Record<Route['page'], () => Promise<{ default: Component<never> }>> = {
  arenas: () => import('./pages/arenas/ArenasPage.svelte'),
  leaderboard: () => import('./pages/leaderboard/LeaderboardPage.svelte'),
  vote: () => import('./pages/vote/VotePage.svelte'),
  compare: () => import('./pages/compare/ComparePage.svelte'),
  climb: () => import('./pages/climb/ClimbPage.svelte'),
  battles: () => import('./pages/battles/BattlesPage.svelte'),
  visitorQuestion: () => import('./pages/live/LivePage.svelte'),
  contestant: () => import('./pages/contestant/ContestantPage.svelte'),
  battle: () => import('./pages/battle/BattlePage.svelte'),
  admin: () => import('./pages/admin/AdminPage.svelte'),
  newArena: () => import('./pages/admin/new/NewArenaPage.svelte'),
  adminArena: () => import('./pages/admin/arena/AdminArenaPage.svelte'),
  missing: () => import('./pages/missing/MissingPage.svelte'),
}

/** Pages that a first visit shows; the others have more words. */
const FIRST: readonly Route['page'][] = ['arenas', 'leaderboard', 'vote', 'missing']

export const hasMoreWords = (page: Route['page']): boolean => !FIRST.includes(page)

export async function loaded(page: Route['page']): Promise<Page> {
  const [part] = await Promise.all([LOAD[page](), hasMoreWords(page) && loadMoreWords()])
  return part.default as Component<object> as Page
}
