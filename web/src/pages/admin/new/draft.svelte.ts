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

/** Unsaved edits of an arena. They stay in memory until the page is reloaded, also while other pages are open. */
export class Editing {
  readonly text: ArenaText
  readonly draft: Draft
  /** Called after saving, by the component that shows the text then. */
  onSaved: ((arena: string) => Promise<void>) | null = null
  /** Saving was refused: somebody else saved the arena since the text was begun. */
  hasConflict = $state(false)
  /** What the last check was about, and whether nobody asked for it. */
  #checked = $state.raw<ReadonlyMap<string, string> | null>(null)
  isQuiet = $state(false)

  /**
   * @param key  the arena, or NEW_ARENA; its edits are dropped after saving
   * @param isUnchanged  whether the saved arena is still the one that the text began from
   */
  constructor(key: string, text: ArenaText, isUnchanged: () => Promise<boolean>) {
    this.text = text
    this.draft = new Draft(
      async (arena) => {
        edits.delete(key)
        await this.onSaved?.(arena)
      },
      async () => {
        this.hasConflict = !(await isUnchanged())
        return !this.hasConflict
      },
    )
  }

  /** Whether something was edited after the last check. */
  get isStale(): boolean {
    return this.#checked !== this.text.sent
  }

  /**
   * Asks the server what saving would change.
   * @param isQuiet  as the typing pauses: problems do not interrupt
   */
  async check(isQuiet = false): Promise<void> {
    this.hasConflict = false
    this.isQuiet = isQuiet
    this.#checked = this.text.sent
    await this.draft.replace(new Map([...this.text.sent].map(([path, text]) => [path, new Blob([text])])))
  }
}

const edits = new Map<string, Editing>()

/** The key of a new arena. No saved arena has an empty name. */
export const NEW_ARENA = ''

/** The unsaved edits of an arena, or else those of a text, which are kept from now on. */
export function keptEditing(
  key: string,
  text: () => ArenaText,
  isUnchanged: () => Promise<boolean> = async () => true,
): Editing {
  const known = edits.get(key)
  if (known?.text.isTouched) return known
  if (edits.size === 0) addEventListener('beforeunload', warnBeforeClosing)
  const editing = new Editing(key, text(), isUnchanged)
  edits.set(key, editing)
  return editing
}

export const discardEditing = (key: string): boolean => edits.delete(key)

/** Makes the browser ask before it closes a page with unsaved edits. */
function warnBeforeClosing(event: BeforeUnloadEvent): void {
  if ([...edits.values()].some(({ text }) => text.isTouched)) event.preventDefault()
}
