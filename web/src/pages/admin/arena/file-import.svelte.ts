import type { FileLook, ImportReceipt } from '../../../../../shared/contracts/admin-arenas.ts'
import type { CodedMessage } from '../../../../../shared/messages/index.ts'
import type { NonVoteKind } from '../../../../../shared/contracts/votes.ts'
import { type HowToRead, importFiles, previewFiles, type NewArena, fetchToken } from '../../../api/admin.ts'
import { columnWord, outcomeText } from '../../../../../shared/messages/short-list.ts'
import { admin as site } from '../../../words/admin.ts'
import { Action } from '../../../state/requests.svelte.ts'
import { findUnreadableFile } from '../dropped-files.ts'
import { formatInteger } from '../../../ui/figures.ts'

const MEGABYTE = 1024 * 1024

/** What reads files that are refused as they are: the server has tried it on each of these. */
function proposalFor(looks: readonly FileLook[]): NonNullable<FileLook['proposed']> | null {
  const all = looks.flatMap(({ proposed }) => proposed ?? [])
  return all.length === 0
    ? null
    : {
        columns: Object.assign({}, ...all.map(({ columns }) => columns)) as Record<string, string | null>,
        outcomes: Object.assign({}, ...all.map(({ outcomes }) => outcomes)) as (typeof all)[0]['outcomes'],
        from: all.find(({ from }) => from)?.from ?? null,
      }
}

/** A message without its sentences about options of the terminal: the page has choices for what they say. */
export const withoutOptions = (text: string): string =>
  text
    .split(/(?<=\.) /)
    .filter((sentence) => !/(^|\s)--[a-z]|^In the terminal\b/.test(sentence))
    .join(' ')

/** The outcomes for which files are refused until somebody says what they mean. */
const unexplained = (looks: readonly FileLook[]): string[] =>
  looks.flatMap(({ refused }) => {
    const { wrong, texts } = refused?.finding?.values ?? {}
    const open =
      refused?.code === 'outcomes_lost' ? texts : (wrong as CodedMessage | undefined)?.values?.['texts']
    return [open ?? []].flat().map((text) => outcomeText(String(text)))
  })

/** What is asked in the terminal, and chosen on the page. */
const SHOWN_BY_COLUMNS: ReadonlySet<string> = new Set(['columns_are_contestants', 'columns_not_read'])

/** State of a file import: the selected files, their preview and the result. */
export class FileImport {
  files = $state.raw<ReadonlyMap<string, Blob>>(new Map())
  orders = $state<'merge' | 'separate'>('merge')
  /** What the current files hold; empty before that is known. */
  looks = $state.raw<readonly FileLook[]>([])
  /** By column: the name under which it is read; null: it is not read. */
  changes = $state.raw<ReadonlyMap<string, string | null>>(new Map())
  /** By outcome that the files do not explain: what the operator says that it means; null: nothing yet. */
  meanings = $state.raw<ReadonlyMap<string, string | null>>(new Map())
  /** As what scores are read as votes; null: they are not. */
  from = $state<NonVoteKind | null>(null)
  /** Whether the operator said that what is doubtful is meant. */
  isMeant = $state(false)
  /** Preview of the current files. Null: not previewed yet. */
  preview = $state.raw<ImportReceipt | null>(null)
  /** Result of the last import. */
  receipt = $state.raw<ImportReceipt | null>(null)
  /** Why the files cannot be sent. */
  wrong = $state<string | null>(null)
  /** Share that is sent, 0 … 1. Null: no request is running. */
  share = $state<number | null>(null)
  readonly trying = new Action()
  readonly entering = new Action()
  /** The files that were last read as the server proposes, if they needed that. */
  #proposed: ReadonlyMap<string, Blob> | null = null
  /** Whether a proposal set `from`, which holds for its files alone. */
  #isFromProposed = false
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
    await this.take(new Map([...this.files].filter(([name]) => name !== path)))
  }

  /** Whether something in the files may not be meant that the columns beside their choices do not show. */
  get hasDoubts(): boolean {
    return this.looks.some(({ doubts }) => doubts.some(({ code }) => !SHOWN_BY_COLUMNS.has(code)))
  }

  /** Reads a column of the current files under another name, or not at all; undefined: as its own name says. */
  async read(column: string, as: string | null | undefined): Promise<void> {
    const changes = new Map(this.changes)
    if (as === undefined) changes.delete(column)
    else changes.set(column, as)
    this.meanings = new Map()
    await this.take(this.files, changes)
  }

  /** Says what an outcome of the current files means. They are read again when nothing is open, or when one is taken back. */
  async explain(outcome: string, meaning: string | null): Promise<void> {
    this.meanings = new Map(this.meanings).set(outcome, meaning)
    if (meaning === null || ![...this.meanings.values()].includes(null))
      await this.take(this.files, new Map(this.changes))
  }

  /** Reads scores of the current files as votes; null: not. */
  async readFrom(from: NonVoteKind | null): Promise<void> {
    this.from = from
    this.#isFromProposed = false
    this.meanings = new Map()
    await this.take(this.files, new Map(this.changes))
  }

  /**
   * Looks at these files and requests a preview. Stores nothing.
   * @param changes of their columns; by default those of the same files stay
   */
  async take(
    files: ReadonlyMap<string, Blob>,
    changes: ReadonlyMap<string, string | null> = files === this.files ? this.changes : new Map(),
  ): Promise<void> {
    if (files !== this.files) {
      this.meanings = new Map()
      if (this.#isFromProposed) this.from = null
    }
    this.files = files
    this.changes = changes
    if (changes.size === 0) this.looks = []
    this.isMeant = false
    this.preview = null
    this.receipt = null
    this.trying.failure = null
    this.entering.failure = null
    const size = [...files.values()].reduce((sum, file) => sum + file.size, 0)
    this.wrong = null
    if (files.size === 0) return
    const arena = this.#arena()
    await this.trying.do(async () => {
      if (await this.#isTooLarge(size)) return
      if (await this.#areGone(files)) return
      let looks = await this.#sending((onShare) => previewFiles(files, this.#how(), onShare))
      const isNewest = () => files === this.files && changes === this.changes && arena === this.#arena()
      const proposal = isNewest() && files !== this.#proposed ? proposalFor(looks) : null
      this.#proposed = files
      if (proposal) {
        this.changes = changes = new Map(Object.entries(proposal.columns))
        this.meanings = new Map(Object.entries(proposal.outcomes))
        this.#isFromProposed = this.from === null
        this.from ??= proposal.from
        looks = await this.#sending((onShare) => previewFiles(files, this.#how(), onShare))
      }
      if (isNewest()) {
        this.looks = looks
        this.meanings = new Map([
          ...this.meanings,
          ...unexplained(looks).map((outcome) => [outcome, null] as const),
        ])
      }
      if (!isNewest() || looks.some(({ refused }) => refused !== null)) return
      const preview = await this.#send(files, true)
      if (isNewest()) this.preview = preview
    })
    // other files, or another address, were chosen during the preview
    if (files !== this.files || arena !== this.#arena()) await this.take(this.files)
  }

  async enter(): Promise<void> {
    await this.entering.do(async () => {
      if (await this.#areGone(this.files)) return
      this.receipt = await this.#send(this.files, false)
      this.files = new Map()
      this.changes = new Map()
      this.meanings = new Map()
      this.from = null
      this.looks = []
      this.preview = null
    })
  }

  /** Reports files that are larger than this server takes. Smaller ones than any server refuses are not asked about. */
  async #isTooLarge(bytes: number): Promise<boolean> {
    if (bytes <= MEGABYTE) return false
    const { importMegabytes } = await fetchToken()
    if (bytes <= importMegabytes * MEGABYTE) return false
    this.wrong = `Together these files are larger than ${formatInteger(importMegabytes)} MB. Gzip them, import them in the terminal beside the database, or raise DEADHEAT_IMPORT_LIMIT.`
    return true
  }

  /** Reports a file that can no longer be read. */
  async #areGone(files: ReadonlyMap<string, Blob>): Promise<boolean> {
    const gone = await findUnreadableFile(files)
    if (gone === null) return false
    this.wrong = site.gone(gone)
    this.preview = null
    return true
  }

  #how(): HowToRead {
    const all = [...this.changes]
    return {
      map: all.flatMap(([column, as]) => (as === null ? [] : [`${columnWord(column)}=${as}`])).join(','),
      ignore: all.flatMap(([column, as]) => (as === null ? [columnWord(column)] : [])).join(','),
      outcomes: [...this.meanings]
        .flatMap(([text, as]) => (as === null ? [] : [`${columnWord(text)}=${as}`]))
        .join(','),
      ...(this.from && { from: this.from }),
    }
  }

  #send(files: ReadonlyMap<string, Blob>, dryRun: boolean): Promise<ImportReceipt> {
    const how = { orders: this.orders, dryRun, newArena: this.#newArena(), ...this.#how() }
    return this.#sending((onShare) => importFiles(this.#arena(), files, how, onShare))
  }

  async #sending<T>(send: (onShare: (share: number) => void) => Promise<T>): Promise<T> {
    this.share = 0
    try {
      return await send((share) => (this.share = share))
    } finally {
      this.share = null
    }
  }
}
