/** The table of prompts. */
import type { Generated, GeneratedAlways, Selectable } from 'kysely'
import type { Message } from '../../shared/contracts/index.ts'
import type { JsonOrNull } from '../platform/column-types.ts'

export interface PromptTable {
  arena_id: number
  id: GeneratedAlways<number>
  key: string
  messages: JsonOrNull<Message[]>
  category: string | null
  /** What it shares with other prompts: a document, a conversation, a topic or a template. */
  unit_group: string | null
  reference: string | null
  variables: JsonOrNull<Record<string, unknown>>
  context: JsonOrNull<string[]>
  retired_at: Generated<Date | null>
  /** `live`: a visitor wrote it, so it is in no set. */
  retired_by: Generated<'file' | 'admin' | 'live' | null>
  /** The rules by which questions for an identity were searched in it; null: not yet. */
  leak_rules: Generated<string | null>
  /** Since when its text is `ERASED`; null: it has its text. */
  erased_at: Generated<Date | null>
}

/** What a prompt asks, and what it brings for those who answer, check or judge. */
export interface PromptContent extends Pick<Selectable<PromptTable>, 'reference' | 'variables'> {
  messages: readonly Message[]
  /** The retrieved context of every answer that has none of its own. */
  context: readonly string[] | null
}

declare module '../platform/schema.ts' {
  interface Database {
    prompts: PromptTable
  }
}
