import type { ArenaTrial } from '../../../../../shared/contracts/admin-arenas.ts'
import { MAX_ARENA_BYTES } from '../../../../../shared/contracts/limits.ts'
import { type ArenaFiles, bringFiles, tryFiles } from '../../../api/admin.ts'
import { formatInteger } from '../../../ui/figures.ts'
import { Action } from '../../../state/requests.svelte.ts'
import type { ArenaText } from './arena-text.svelte.ts'

const MEGABYTE = 1024 * 1024

/** Unsaved edits of an arena. They stay in memory until the page is reloaded, also while other pages are open. */
export class Editing {
  readonly text: ArenaText
  /** The last check of the server; null before it. */
  trial = $state.raw<ArenaTrial | null>(null)
  /** Why the files cannot be sent, or null. */
  wrong = $state<string | null>(null)
  readonly checking = new Action()
  readonly saving = new Action()
  /** Called after saving, by the component that shows the text then. */
  onSaved: ((arena: string) => Promise<void>) | null = null
  /** Saving was refused: somebody else saved the arena since the text was begun. */
  hasConflict = $state(false)
  /** Whether nobody asked for the last check. */
  isQuiet = $state(false)
  #checked = $state.raw<ArenaFiles>(new Map())
  readonly #key: string
  readonly #isUnchanged: () => Promise<boolean>

  /**
   * @param key  the arena, or NEW_ARENA; its edits are dropped after saving
   * @param isUnchanged  whether the saved arena is still the one that the text began from
   */
  constructor(key: string, text: ArenaText, isUnchanged: () => Promise<boolean>) {
    this.#key = key
    this.text = text
    this.#isUnchanged = isUnchanged
  }

  /** Whether something was edited after the last check. */
  get isStale(): boolean {
    return this.#checked !== this.text.sent
  }

  /** Takes dropped files, and checks the arena with them. */
  async add(files: ReadonlyMap<string, Blob>): Promise<void> {
    for (const [name, file] of files) await this.text.add(name, file)
    if (files.size > 0 && !this.text.broken) await this.check()
  }

  /**
   * Asks the server what saving would change. The last check stays until this one is there.
   * @param isQuiet  as the typing pauses: problems do not interrupt
   */
  async check(isQuiet = false): Promise<void> {
    this.hasConflict = false
    this.isQuiet = isQuiet
    this.#checked = this.text.sent
    const size = [...this.#checked.values()].reduce((sum, file) => sum + new Blob([file]).size, 0)
    this.wrong =
      size > MAX_ARENA_BYTES
        ? `Together these files are larger than ${formatInteger(MAX_ARENA_BYTES / MEGABYTE)} MB. Use the terminal instead: deadheat run arena.yaml.`
        : null
    if (this.wrong !== null) {
      this.trial = null
      return
    }
    await this.checking.do(async () => {
      // what was to be checked meanwhile is checked next
      for (let sent: ArenaFiles | null = null; sent !== this.#checked;) {
        sent = this.#checked
        const trial = await tryFiles(sent)
        if (sent === this.#checked) this.trial = trial
      }
    })
    if (this.checking.failure) this.trial = null
  }

  /** Creates or updates the arena as it was checked. */
  async save(): Promise<void> {
    await this.saving.do(async () => {
      const files = this.#checked
      this.hasConflict = !(await this.#isUnchanged())
      if (this.hasConflict) return
      const { arena } = await bringFiles(files)
      edits.delete(this.#key)
      await this.onSaved?.(arena)
    })
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
