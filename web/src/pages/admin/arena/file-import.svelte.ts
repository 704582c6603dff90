import type { ImportReceipt } from '../../../../../shared/contracts/admin-arenas.ts'
import { importFiles, type NewArena, ownToken } from '../../../api/admin.ts'
import { admin as site } from '../../../words/admin/index.ts'
import { importing as words } from '../../../words/admin-arena/index.ts'
import { Action } from '../action.svelte.ts'
import { goneAmong } from '../dropped-files.ts'
import { whole } from '../figures-here.ts'

const MEGABYTE = 1024 * 1024

/** State of a file import: the selected files, their preview and the result. */
export class FileImport {
  files = $state.raw<ReadonlyMap<string, Blob>>(new Map())
  orders = $state<'merge' | 'separate'>('merge')
  /** Preview of the current files. Null: not previewed yet. */
  trial = $state.raw<ImportReceipt | null>(null)
  /** Result of the last import. */
  receipt = $state.raw<ImportReceipt | null>(null)
  /** Why the files cannot be sent. */
  wrong = $state<string | null>(null)
  /** Share that is sent, 0 … 1. Null: no request is running. */
  share = $state<number | null>(null)
  readonly trying = new Action()
  readonly entering = new Action()
  readonly #arena: () => string
  readonly #newArena: () => NewArena | null

  /**
   * @param arena its slug, when the files are sent
   * @param newArena title and question, if the arena is created with the files
   */
  constructor(arena: () => string, newArena: () => NewArena | null = () => null) {
    this.#arena = arena
    this.#newArena = newArena
  }

  /** Adds files. A file replaces one of the same name. */
  async add(files: ReadonlyMap<string, Blob>): Promise<void> {
    if (files.size > 0) await this.take(new Map([...this.files, ...files]))
  }

  async remove(path: string): Promise<void> {
    await this.take(new Map([...this.files].filter(([one]) => one !== path)))
  }

  /** Requests a preview of these files. Stores nothing. */
  async take(files: ReadonlyMap<string, Blob>): Promise<void> {
    this.files = files
    this.trial = null
    this.receipt = null
    this.trying.failure = null
    this.entering.failure = null
    const size = [...files.values()].reduce((sum, file) => sum + file.size, 0)
    this.wrong = null
    if (files.size === 0) return
    await this.trying.do(async () => {
      if (await this.#isTooLarge(size)) return
      if (await this.#areGone(files)) return
      const trial = await this.#send(files, true)
      if (files === this.files) this.trial = trial
    })
    // other files were selected during the preview
    if (files !== this.files) await this.take(this.files)
  }

  async enter(): Promise<void> {
    await this.entering.do(async () => {
      if (await this.#areGone(this.files)) return
      this.receipt = await this.#send(this.files, false)
      this.files = new Map()
      this.trial = null
    })
  }

  /** Reports files that are larger than this server takes. Smaller ones than any server refuses are not asked about. */
  async #isTooLarge(bytes: number): Promise<boolean> {
    if (bytes <= MEGABYTE) return false
    const { importMegabytes } = await ownToken()
    if (bytes <= importMegabytes * MEGABYTE) return false
    this.wrong = words.here.tooLarge(whole(importMegabytes))
    return true
  }

  /** Reports a file that can no longer be read. */
  async #areGone(files: ReadonlyMap<string, Blob>): Promise<boolean> {
    const gone = await goneAmong(files)
    if (gone === null) return false
    this.wrong = site.here.gone(gone)
    this.trial = null
    return true
  }

  async #send(files: ReadonlyMap<string, Blob>, dryRun: boolean): Promise<ImportReceipt> {
    this.share = 0
    try {
      const how = { orders: this.orders, dryRun, newArena: this.#newArena() }
      return await importFiles(this.#arena(), files, how, (share) => (this.share = share))
    } finally {
      this.share = null
    }
  }
}
