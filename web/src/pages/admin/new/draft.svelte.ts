import type { ArenaTrial } from '../../../../../shared/contracts/admin-arenas.ts'
import { LARGEST_ARENA_BYTES } from '../../../../../shared/contracts/limits.ts'
import { bringFiles, tryFiles } from '../../../api/admin.ts'
import { address } from '../../../state/address.svelte.ts'
import { admin as words } from '../../../words/admin/index.ts'
import { whole } from '../figures-here.ts'
import { Action } from '../action.svelte.ts'
import { goneAmong } from '../dropped-files.ts'

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
  if (!hasArena(files)) return words.here.noArenaFile
  const size = [...files.values()].reduce((sum, file) => sum + file.size, 0)
  if (size > LARGEST_ARENA_BYTES) return words.here.tooLarge(whole(LARGEST_ARENA_BYTES / MEGABYTE))
  const gone = await goneAmong(files)
  return gone === null ? null : words.here.gone(gone)
}
