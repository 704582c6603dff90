import type { ArenaTrial } from '../../../../../shared/contracts/admin-arenas.ts'
import { LARGEST_ARENA_BYTES } from '../../../../../shared/contracts/limits.ts'
import { bringFiles, tryFiles } from '../../../api/admin.ts'
import { address } from '../../../state/address.svelte.ts'
import { admin as words } from '../../../words/admin.ts'
import { serverMessage } from '../../../words/messages/server.ts'
import { count } from '../../../ui/figures.ts'
import { Action } from '../../../state/requests.svelte.ts'
import { goneAmong } from '../dropped-files.ts'
import type { ArenaForm } from './arena-form.svelte.ts'

const MEGABYTE = 1024 * 1024

/** Files to be saved as an arena, with the result of the server's check. */
export class Draft {
  files = $state.raw<ReadonlyMap<string, Blob>>(new Map())
  /** The check of the current files; null before it. */
  trial = $state.raw<ArenaTrial | null>(null)
  /** Why the files cannot be sent, or null. */
  wrong = $state<string | null>(null)
  readonly checking = new Action()
  readonly creating = new Action()
  readonly #onsaved: (arena: string) => Promise<void>
  readonly #mayBring: () => Promise<boolean>

  /**
   * @param onsaved  called after saving; by default it opens the arena's page
   * @param mayBring  called just before saving; false cancels
   */
  constructor(
    onsaved = async (arena: string) => address.go(`/admin/a/${arena}`),
    mayBring = async () => true,
  ) {
    this.#onsaved = onsaved
    this.#mayBring = mayBring
  }

  /** Drops the files and their check, including one that is still running. */
  forget(): void {
    this.files = new Map()
    this.trial = null
  }

  /** Adds files and checks all. Files with an arena.yaml replace the previous ones. */
  async add(files: ReadonlyMap<string, Blob>): Promise<void> {
    if (files.size === 0) return
    await this.replace(hasArena(files) ? files : new Map([...this.files, ...files]))
  }

  async remove(path: string): Promise<void> {
    const files = new Map(this.files)
    files.delete(path)
    await this.replace(files)
  }

  async replace(files: ReadonlyMap<string, Blob>): Promise<void> {
    this.files = files
    this.trial = null
    this.wrong = await faultOf(files)
    if (this.wrong !== null || files.size === 0) return
    await this.checking.do(async () => {
      const trial = await tryFiles(files)
      if (files === this.files) this.trial = trial
    })
  }

  /** Creates or updates the arena. */
  async bring(): Promise<void> {
    await this.creating.do(async () => {
      const { files } = this
      if (!(await this.#mayBring())) return
      const { arena } = await bringFiles(files)
      await this.#onsaved(arena)
    })
  }
}

const hasArena = (files: ReadonlyMap<string, Blob>): boolean =>
  [...files.keys()].some((path) => /\.ya?ml$/i.test(path))

async function faultOf(files: ReadonlyMap<string, Blob>): Promise<string | null> {
  if (files.size === 0) return null
  if (!hasArena(files)) return words.noArenaFile
  const size = [...files.values()].reduce((sum, file) => sum + file.size, 0)
  if (size > LARGEST_ARENA_BYTES) return words.tooLarge(count(LARGEST_ARENA_BYTES / MEGABYTE))
  const gone = await goneAmong(files)
  return gone === null ? null : words.gone(gone)
}

/** The saved state: a form without changes, and its files; `files` is null for a new arena. */
export interface SavedState {
  make(): ArenaForm
  files: string | null
}

/** Unsaved edits of an arena. They stay in memory until the page is reloaded, also while other pages are open. */
export class Editing {
  /** The form, and the saved files it started from. */
  #edited = $state.raw() as { form: ArenaForm; files: string | null }
  readonly draft: Draft
  /** Called after saving, by the component that shows the form then. */
  onSaved: ((arena: string) => Promise<void>) | null = null
  /** Reads the saved state again. */
  readonly reading = new Action()
  /** Saving was refused: the saved files changed after the check. */
  hasConflict = $state(false)
  #saved = $state.raw() as SavedState
  readonly #again: (() => Promise<SavedState>) | null
  /** The saved files at the time of the check. */
  #checkedFiles: string | null = null
  #discarded = $state.raw<{ form: ArenaForm; files: string | null } | null>(null)

  /**
   * @param key  the arena, or NEW_ARENA; its edits are dropped after saving
   * @param again  reads the saved state; null for a new arena
   */
  constructor(key: string, saved: SavedState, again: (() => Promise<SavedState>) | null) {
    this.#saved = saved
    this.#again = again
    this.#edited = { form: saved.make(), files: saved.files }
    this.draft = new Draft(
      async (arena) => {
        edits.delete(key)
        await this.onSaved?.(arena)
      },
      () => this.#isUnchanged(),
    )
  }

  get form(): ArenaForm {
    return this.#edited.form
  }

  get isUnsaved(): boolean {
    return this.form.isTouched
  }

  /** Whether discarded edits can be restored. */
  get canRestore(): boolean {
    return this.#discarded !== null && !this.isUnsaved
  }

  /** Whether the saved files changed since the form was opened. */
  get hasChanged(): boolean {
    return this.#edited.files !== this.#saved.files
  }

  /** Sets the saved state. The form restarts from it unless it has unsaved changes. */
  setSaved(saved: SavedState): void {
    const isStale = saved.files !== this.#edited.files && !this.isUnsaved
    this.#saved = saved
    if (isStale) this.#edited = { form: saved.make(), files: saved.files }
  }

  /** Asks the server what saving would change, against the current saved state. */
  async check(): Promise<void> {
    this.hasConflict = false
    await this.reading.do(() => this.#readSaved())
    if (this.reading.failure) return
    this.#checkedFiles = this.#saved.files
    const files = [...this.form.files].map(([path, text]) => [path, new Blob([text])] as const)
    await this.draft.replace(new Map(files))
    const problems = this.draft.trial?.problems ?? []
    this.form.problems = new Map(
      problems.flatMap(({ path, message, finding }) =>
        path === null ? [] : [[path, serverMessage(message, finding)] as const],
      ),
    )
  }

  async #readSaved(): Promise<void> {
    if (this.#again) this.setSaved(await this.#again())
  }

  /** Prevents saving over a change that the user has not seen. */
  async #isUnchanged(): Promise<boolean> {
    await this.#readSaved()
    this.hasConflict = this.#saved.files !== this.#checkedFiles
    if (this.hasConflict) this.draft.forget()
    return !this.hasConflict
  }

  discard(): void {
    this.hasConflict = false
    this.#discarded = this.#edited
    this.#edited = { form: this.#saved.make(), files: this.#saved.files }
  }

  restore(): void {
    if (this.#discarded) this.#edited = this.#discarded
    this.#discarded = null
  }
}

const edits = new Map<string, Editing>()

/** The key of a new arena. No saved arena has an empty name. */
export const NEW_ARENA = ''

/** The unsaved edits of an arena, if any. */
export function unsaved(key: string): Editing | null {
  const one = edits.get(key)
  return one?.isUnsaved ? one : null
}

/** Starts editing an arena and keeps its edits. */
export function begin(
  key: string,
  saved: SavedState,
  again: (() => Promise<SavedState>) | null = null,
): Editing {
  if (edits.size === 0) addEventListener('beforeunload', warnBeforeClosing)
  const one = new Editing(key, saved, again)
  edits.set(key, one)
  return one
}

/** Makes the browser ask before it closes a page with unsaved edits. */
function warnBeforeClosing(event: BeforeUnloadEvent): void {
  if ([...edits.values()].some(({ isUnsaved }) => isUnsaved)) event.preventDefault()
}
