import type { ArenaTrial } from '../../../../../shared/contracts/admin-arenas.ts'
import { MAX_ARENA_BYTES } from '../../../../../shared/contracts/limits.ts'
import { bringFiles, tryFiles } from '../../../api/admin.ts'
import { router } from '../../../state/address.svelte.ts'
import { admin as words } from '../../../words/admin.ts'
import { formatInteger } from '../../../ui/figures.ts'
import { Action } from '../../../state/requests.svelte.ts'
import { findUnreadableFile } from '../dropped-files.ts'
import type { ArenaText } from './arena-text.svelte.ts'

const MEGABYTE = 1024 * 1024
export const ARENA_FILE = 'arena.yaml'

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
    onsaved = async (arena: string) => router.go(`/admin/a/${arena}`),
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

  /** The check of earlier files stays until that of these is there. */
  async replace(files: ReadonlyMap<string, Blob>): Promise<void> {
    this.files = files
    this.wrong = await findFault(files)
    if (this.wrong !== null || files.size === 0) this.trial = null
    if (this.wrong !== null || files.size === 0) return
    await this.checking.do(async () => {
      // files that came while others were checked are checked next
      for (let sent: ReadonlyMap<string, Blob> | null = null; sent !== this.files;) {
        sent = this.files
        const trial = await tryFiles(sent)
        if (sent === this.files) this.trial = trial
      }
    })
    if (this.checking.failure) this.trial = null
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

async function findFault(files: ReadonlyMap<string, Blob>): Promise<string | null> {
  if (files.size === 0) return null
  if (!hasArena(files))
    return 'There is no arena.yaml among these files. Add it, or drop tables without one under “Tables”.'
  const size = [...files.values()].reduce((sum, file) => sum + file.size, 0)
  if (size > MAX_ARENA_BYTES)
    return `Together these files are larger than ${formatInteger(MAX_ARENA_BYTES / MEGABYTE)} MB. Use the terminal instead: deadheat run arena.yaml.`
  const gone = await findUnreadableFile(files)
  return gone === null ? null : words.gone(gone)
}

/** The saved state: its text without changes, and its files; `files` is null for a new arena. */
export interface SavedState {
  make(): ArenaText
  files: string | null
}

/** Unsaved edits of an arena. They stay in memory until the page is reloaded, also while other pages are open. */
export class Editing {
  /** The text, and the saved files it started from. */
  #edited = $state.raw() as { text: ArenaText; files: string | null }
  readonly draft: Draft
  /** Called after saving, by the component that shows the text then. */
  onSaved: ((arena: string) => Promise<void>) | null = null
  /** Reads the saved state again. */
  readonly reading = new Action()
  /** Saving was refused: the saved files changed after the check. */
  hasConflict = $state(false)
  #saved = $state.raw() as SavedState
  readonly #again: (() => Promise<SavedState>) | null
  /** The saved files at the time of the check. */
  #checkedFiles: string | null = null
  #discarded = $state.raw<{ text: ArenaText; files: string | null } | null>(null)
  /** What the last check was about, and whether the operator asked for it. */
  #checked = $state.raw<ReadonlyMap<string, string> | null>(null)
  isQuiet = $state(false)
  #asked: ReadonlyMap<string, string> | null = null

  /**
   * @param key  the arena, or NEW_ARENA; its edits are dropped after saving
   * @param again  reads the saved state; null for a new arena
   */
  constructor(key: string, saved: SavedState, again: (() => Promise<SavedState>) | null) {
    this.#saved = saved
    this.#again = again
    this.#edited = { text: saved.make(), files: saved.files }
    this.draft = new Draft(
      async (arena) => {
        edits.delete(key)
        await this.onSaved?.(arena)
      },
      () => this.#isUnchanged(),
    )
  }

  get text(): ArenaText {
    return this.#edited.text
  }

  /** Whether a check of the text is under way or done. */
  get isAsked(): boolean {
    return this.#asked === this.text.sent
  }

  /** Whether something was edited after the last check. */
  get isStale(): boolean {
    return this.#checked !== this.text.sent
  }

  get isUnsaved(): boolean {
    return this.text.isTouched
  }

  /** Whether discarded edits can be restored. */
  get canRestore(): boolean {
    return this.#discarded !== null && !this.isUnsaved
  }

  /** Whether the saved files changed since the form was opened. */
  get hasChanged(): boolean {
    return this.#edited.files !== this.#saved.files
  }

  /** Sets the saved state. The text restarts from it unless it has unsaved changes. */
  setSaved(saved: SavedState): void {
    const isStale = saved.files !== this.#edited.files && !this.isUnsaved
    this.#saved = saved
    if (isStale) this.#edited = { text: saved.make(), files: saved.files }
  }

  /**
   * Asks the server what saving would change, against the current saved state.
   * @param isQuiet  as the typing pauses: what is saved is not read anew, and problems do not interrupt
   */
  async check(isQuiet = false): Promise<void> {
    this.hasConflict = false
    this.isQuiet = isQuiet
    this.#asked = this.text.sent
    if (!isQuiet) await this.reading.do(() => this.#readSaved())
    if (this.reading.failure) return
    this.#checkedFiles = this.#saved.files
    // what was saved meanwhile may have become the text
    this.#asked = this.#checked = this.text.sent
    await this.draft.replace(new Map([...this.text.sent].map(([path, text]) => [path, new Blob([text])])))
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
    this.#edited = { text: this.#saved.make(), files: this.#saved.files }
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
export function findUnsavedEditing(key: string): Editing | null {
  const editing = edits.get(key)
  return editing?.isUnsaved ? editing : null
}

/** Starts editing an arena and keeps its edits. */
export function startEditing(
  key: string,
  saved: SavedState,
  again: (() => Promise<SavedState>) | null = null,
): Editing {
  if (edits.size === 0) addEventListener('beforeunload', warnBeforeClosing)
  const editing = new Editing(key, saved, again)
  edits.set(key, editing)
  return editing
}

/** Makes the browser ask before it closes a page with unsaved edits. */
function warnBeforeClosing(event: BeforeUnloadEvent): void {
  if ([...edits.values()].some(({ isUnsaved }) => isUnsaved)) event.preventDefault()
}
