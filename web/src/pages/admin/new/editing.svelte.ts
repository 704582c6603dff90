import { Action } from '../action.svelte.ts'
import { Draft } from './draft.svelte.ts'
import type { Recipe } from './recipe.svelte.ts'

/** Where it is begun: what nobody has touched yet, and the files it stands for; null: nothing stands there. */
export interface EditingStart {
  make(): Recipe
  files: string | null
}

/** What is being told of an arena, kept for as long as the page stays loaded, wherever one goes meanwhile. */
export class Editing {
  /** What is told, with the files it was begun from. */
  #told = $state.raw() as { recipe: Recipe; files: string | null }
  readonly draft: Draft
  /** Done once it is saved, by whoever shows it then. */
  heard: ((arena: string) => Promise<void>) | null = null
  /** Reading what stands there by now. */
  readonly looking = new Action()
  /** It was not saved, since another thing stands there than when it was checked. */
  wasOvertaken = $state(false)
  #now = $state.raw() as EditingStart
  readonly #again: (() => Promise<EditingStart>) | null
  /** The files that stood there when it was checked. */
  #seen: string | null = null
  #discarded = $state.raw<{ recipe: Recipe; files: string | null } | null>(null)

  /**
   * @param key  of what is begun; it is forgotten under it when it is saved
   * @param again  reads what stands there; null: nothing does
   */
  constructor(key: string, now: EditingStart, again: (() => Promise<EditingStart>) | null) {
    this.#now = now
    this.#again = again
    this.#told = { recipe: now.make(), files: now.files }
    this.draft = new Draft(
      async (arena) => {
        begun.delete(key)
        await this.heard?.(arena)
      },
      () => this.#isAsSeen(),
    )
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

  /** Whether other files stand there by now than those it was begun from. */
  get hasChanged(): boolean {
    return this.#told.files !== this.#now.files
  }

  /** What stands there by now: it is begun from that unless something else is told already. */
  standsNow(now: EditingStart): void {
    const isStale = now.files !== this.#told.files && !this.isUnsaved
    this.#now = now
    if (isStale) this.#told = { recipe: now.make(), files: now.files }
  }

  /** Has the server say what would come of it, there where it would come to. */
  async check(): Promise<void> {
    this.wasOvertaken = false
    await this.looking.do(() => this.#look())
    if (this.looking.failure) return
    this.#seen = this.#now.files
    const files = [...this.recipe.files].map(([path, text]) => [path, new Blob([text])] as const)
    await this.draft.replace(new Map(files))
  }

  async #look(): Promise<void> {
    if (this.#again) this.standsNow(await this.#again())
  }

  /** Else saving would undo what nobody here has seen. */
  async #isAsSeen(): Promise<boolean> {
    await this.#look()
    this.wasOvertaken = this.#now.files !== this.#seen
    if (this.wasOvertaken) this.draft.forget()
    return !this.wasOvertaken
  }

  discard(): void {
    this.wasOvertaken = false
    this.#discarded = this.#told
    this.#told = { recipe: this.#now.make(), files: this.#now.files }
  }

  bringBack(): void {
    if (this.#discarded) this.#told = this.#discarded
    this.#discarded = null
  }
}

const begun = new Map<string, Editing>()

/** Stands for an arena that is not there yet; none has this address. */
export const NEW_ARENA = ''

/** What was begun of it and is not saved. */
export function unsaved(key: string): Editing | null {
  const one = begun.get(key)
  return one?.isUnsaved ? one : null
}

/** Begins anew; it is kept from here on. */
export function begin(
  key: string,
  now: EditingStart,
  again: (() => Promise<EditingStart>) | null = null,
): Editing {
  if (begun.size === 0) addEventListener('beforeunload', ask)
  const one = new Editing(key, now, again)
  begun.set(key, one)
  return one
}

/** The browser asks before it closes the page, where something would be lost with it. */
function ask(event: BeforeUnloadEvent): void {
  if ([...begun.values()].some(({ isUnsaved }) => isUnsaved)) event.preventDefault()
}
