import { Draft } from './draft.svelte.ts'
import type { Recipe } from './recipe.svelte.ts'

/** Where it is begun: what nobody has touched yet, and the files it stands for; null: nothing stands there. */
export interface Beginning {
  make(): Recipe
  files: string | null
}

/** What is being told of an arena, kept for as long as the page stays loaded, wherever one goes meanwhile. */
export class Begun {
  /** What is told, with the files it was begun from. */
  #told = $state.raw() as { recipe: Recipe; files: string | null }
  readonly draft: Draft
  /** Done once it is saved, by whoever shows it then. */
  heard: ((arena: string) => Promise<void>) | null = null
  #now: Beginning
  #discarded = $state.raw<{ recipe: Recipe; files: string | null } | null>(null)

  /** @param key  of what is begun; it is forgotten under it when it is saved */
  constructor(key: string, now: Beginning) {
    this.#now = now
    this.#told = { recipe: now.make(), files: now.files }
    this.draft = new Draft(async (arena) => {
      begun.delete(key)
      await this.heard?.(arena)
    })
  }

  get recipe(): Recipe {
    return this.#told.recipe
  }

  get isUnsaved(): boolean {
    return this.recipe.isTouched
  }

  /** Whether there is something to bring back. */
  get wasDiscarded(): boolean {
    return this.#discarded !== null && !this.isUnsaved
  }

  /** Whether these are the files it was begun from. */
  isFrom(files: string): boolean {
    return this.#told.files === files
  }

  /** What to begin from once this is discarded. */
  standsNow(now: Beginning): void {
    this.#now = now
  }

  discard(): void {
    this.#discarded = this.#told
    this.#told = { recipe: this.#now.make(), files: this.#now.files }
  }

  bringBack(): void {
    if (this.#discarded) this.#told = this.#discarded
    this.#discarded = null
  }
}

const begun = new Map<string, Begun>()

/** Stands for an arena that is not there yet; none has this address. */
export const NEW_ARENA = ''

/** What was begun of it and is not saved. */
export function unsaved(key: string): Begun | null {
  const one = begun.get(key)
  return one?.isUnsaved ? one : null
}

/** Begins anew; it is kept from here on. */
export function begin(key: string, now: Beginning): Begun {
  if (begun.size === 0) addEventListener('beforeunload', ask)
  const one = new Begun(key, now)
  begun.set(key, one)
  return one
}

/** The browser asks before it closes the page, where something would be lost with it. */
function ask(event: BeforeUnloadEvent): void {
  if ([...begun.values()].some(({ isUnsaved }) => isUnsaved)) event.preventDefault()
}
