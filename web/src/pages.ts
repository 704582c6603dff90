import type { Component } from 'svelte'
import type { Begin } from '../../shared/contracts/page.ts'
import type { Route } from './state/routes.ts'

/** A page of the site. It is given what its address says, and what the server sent along with it. */
export type Page = Component<Record<string, unknown> & { begin: Begin | null }>

interface Entry {
  /** Where it lies, by which the server knows its files in the build. */
  source: string
  /** It is loaded when it is first asked for. */
  load: () => Promise<{ default: Component<never> }>
}

export const PAGES: Record<Route['page'], Entry> = {
  arenas: {
    source: 'src/pages/arenas/ArenasPage.svelte',
    load: () => import('./pages/arenas/ArenasPage.svelte'),
  },
  leaderboard: {
    source: 'src/pages/leaderboard/LeaderboardPage.svelte',
    load: () => import('./pages/leaderboard/LeaderboardPage.svelte'),
  },
  vote: {
    source: 'src/pages/vote/VotePage.svelte',
    load: () => import('./pages/vote/VotePage.svelte'),
  },
  missing: {
    source: 'src/pages/missing/MissingPage.svelte',
    load: () => import('./pages/missing/MissingPage.svelte'),
  },
}

export async function loaded(page: Route['page']): Promise<Page> {
  return (await PAGES[page].load()).default as Component<object> as Page
}
