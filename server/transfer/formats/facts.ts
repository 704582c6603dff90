import { leafOf } from '../../chain/index.ts'
import type { VoteFact } from '../../chain/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { FileError } from './file-error.ts'
import type { Fields } from './fields.ts'
import type { OpenFile } from './open-file.ts'
import { rowsOf } from './rows.ts'

/** A row of a file of facts. */
export interface FactRow {
  kind: 'vote' | 'retraction' | 'quarantine'
  id: number
  /** The day of the digest that covers it; null: none does. */
  day: string | null
  /** When it was recorded, ISO 8601. */
  recorded: string
  /** The leaf as the server stored it. */
  storedLeaf: string | null
  /** The leaf computed from the fields of the row. For a vote that was taken back, it is the stored leaf. */
  leaf: string | null
  /** The values that check the voter. Null: there is none, or it was erased. */
  voter: { id: string; salt: string; commitment: string } | null
}

const KINDS = ['vote', 'retraction', 'quarantine'] as const

/**
 * The rows of a file that `export ARENA facts` wrote.
 * @throws {FileError} at the first row that is none: a checked file must be whole
 */
export async function* readFacts(file: OpenFile): AsyncGenerator<FactRow[]> {
  for await (const rows of rowsOf(file))
    yield rows.map((row) => {
      if ('wrong' in row)
        throw new FileError(msg('row_of_file_refused', { file: file.name, line: row.line, wrong: row.wrong }))
      return factRowOf(row.fields) ?? refuse(file.name, row.line)
    })
}

function refuse(file: string, line: number): never {
  throw new FileError(msg('row_of_file_refused', { file, line, wrong: msg('no_fact') }))
}

function factRowOf(fields: Fields): FactRow | null {
  const text = (name: string) => {
    const value = fields[name]
    return value === undefined || value === null || value === '' ? null : String(value)
  }
  const kind = KINDS.find((one) => one === fields['kind'])
  const [id, recorded, storedLeaf] = [Number(text('id')), text('recorded'), text('leaf')]
  if (!kind || !Number.isSafeInteger(id) || recorded === null) return null
  const isTrue = (name: string) => text(name) === 'true'
  const row = { kind, id, day: text('day'), recorded, storedLeaf }
  if (kind === 'retraction') return { ...row, leaf: leafOf({ kind, id, recordedAt: recorded }), voter: null }
  if (kind === 'quarantine') {
    const quarantine = { kind, id, vote: Number(text('vote')), released: isTrue('released') }
    return { ...row, leaf: leafOf({ ...quarantine, recordedAt: recorded }), voter: null }
  }
  // a vote that was taken back has nothing but its leaf
  if (text('battle') === null) return { ...row, leaf: storedLeaf, voter: null }
  const commitment = text('voter_commitment')
  const [voter, salt] = [text('voter'), text('voter_salt')]
  const leaf = leafOf({
    kind,
    id,
    battle: text('battle')!,
    prompt: text('question_id'),
    left: text('model_a') ?? '',
    right: text('model_b') ?? '',
    criterion: text('criterion') ?? '',
    outcome: text('outcome') as VoteFact['outcome'],
    source: text('source') as VoteFact['source'],
    inconsistent: isTrue('inconsistent'),
    castAt: text('cast') ?? '',
    recordedAt: recorded,
    commitment,
    nonce: text('nonce') ?? '',
  })
  return { ...row, leaf, voter: voter && salt && commitment ? { id: voter, salt, commitment } : null }
}
