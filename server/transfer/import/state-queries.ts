import type { Selectable } from 'kysely'
import type { PromptTable } from '../../prompts/tables.ts'

export type StandingPrompt = Selectable<PromptTable>
