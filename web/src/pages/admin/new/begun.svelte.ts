import { Draft } from './draft.svelte.ts'
import type { Recipe } from './recipe.svelte.ts'

/** What is being told of an arena, kept for as long as the page stays loaded, wherever one goes meanwhile. */
export class Begun {
  recipe = $state.raw() as Recipe
  readonly draft: Draft
  /** Done once it is saved, by whoever shows it then. */
  heard: ((arena: string) => Promise<void>) | null = null
  /** From which files it was begun; null: from nothing. */
  readonly from: string | null
  readonly #begin: () => Recipe
  #discarded = $state.raw<Recipe | null>(null)

  /**
   * @param key   of what is begun; it is forgotten under it when it is saved
   * @param begin makes what nobody has touched yet
   */
  constructor(key: string, begin: () => Recipe, from: string | null = null) {
    this.#begin = begin
    this.from = from
    this.recipe = begin()
    this.draft = new Draft(async (arena) => {
      begun.delete(key)
      await this.heard?.(arena)
    })
  }

  get isUnsaved(): boolean {
    return this.recipe.isTouched
  }

  /** Whether there is something to bring back. */
  get wasDiscarded(): boolean {
    return this.#discarded !== null && !this.isUnsaved
  }

  discard(): void {
    this.#discarded = this.recipe
    this.recipe = this.#begin()
  }

  bringBack(): void {
    if (this.#discarded) this.recipe = this.#discarded
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
export function begin(key: string, make: () => Recipe, from: string | null = null): Begun {
  if (begun.size === 0) addEventListener('beforeunload', ask)
  const one = new Begun(key, make, from)
  begun.set(key, one)
  return one
}

/** The browser asks before it closes the page, where something would be lost with it. */
function ask(event: BeforeUnloadEvent): void {
  if ([...begun.values()].some(({ isUnsaved }) => isUnsaved)) event.preventDefault()
}
