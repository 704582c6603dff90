import { commitmentOf, DayDigest, leafOf, type VoteFact } from '../../chain/index.ts'
import type { ChainDigest, ChainDigests } from '../../../shared/contracts/index.ts'
import { inEnglish, msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { FileError, type Fields } from '../formats/fields.ts'
import type { OpenFile } from '../formats/open-file.ts'
import { rowsOf } from '../formats/rows.ts'

/** Something that does not fit the chain. */
interface ChainDifference {
  /** Null: of no single day. */
  day: string | null
  code: string
  message: string
}

/** Whether exported facts fit the published digests. */
export interface ChainVerification {
  agrees: boolean
  days: number
  facts: number
  newest: { day: string; digest: string } | null
  differences: ChainDifference[]
  /** Facts that their own day's digest does not cover, but a later one. */
  late: number
}

const KIND_ORDER = { vote: 0, retraction: 1, quarantine: 2 } as const

/**
 * Recomputes each day's digest from the facts, and checks the links between the days.
 * @param notedDigest the first digits, or all, of a digest that was noted earlier; one of the published digests must be it
 */
export function verifyChain(
  { arena, digests: published }: ChainDigests,
  facts: readonly FactRow[],
  notedDigest: string | null = null,
): ChainVerification {
  const digests = [...published].sort((one, other) => (one.day < other.day ? -1 : 1))
  const known = new Set(digests.map(({ day }) => day))
  const ofDay = Map.groupBy(facts, ({ day }) => day ?? '')
  const findings: [string | null, CodedMessage][] = [
    ...digests.flatMap((digest, i) =>
      [
        ...linkOf(digests[i - 1], digest),
        ...differencesOfDay(arena, digest, ofDay.get(digest.day) ?? []),
      ].map((message): [string, CodedMessage] => [digest.day, message]),
    ),
    ...facts
      .filter(({ day }) => day === null || !known.has(day))
      .map((fact): [string, CodedMessage] => {
        const day = fact.recorded.slice(0, 10)
        return [day, msg('chain_fact_uncovered', { day, kind: fact.kind, id: fact.id })]
      }),
    ...(notedDigest !== null && !digests.some(({ digest }) => digest.startsWith(notedDigest.toLowerCase()))
      ? [[null, msg('chain_digest_unknown', { digest: notedDigest })] as [null, CodedMessage]]
      : []),
  ]
  const differences = findings.map(([day, message]) => ({
    day,
    code: message.code,
    message: inEnglish(message),
  }))
  const newest = digests.at(-1)
  return {
    agrees: differences.length === 0,
    days: digests.length,
    facts: facts.length,
    newest: newest ? { day: newest.day, digest: newest.digest } : null,
    differences: differences.sort((one, other) => ((one.day ?? '') < (other.day ?? '') ? -1 : 1)),
    late: facts.filter(({ day, recorded }) => day !== null && recorded.slice(0, 10) < day).length,
  }
}

function linkOf(before: ChainDigest | undefined, { day, previous }: ChainDigest): CodedMessage[] {
  if (!before) return []
  if (before.day === day || previous !== before.digest || nextDay(before.day) !== day)
    return [msg('chain_link_broken', { day, before: before.day })]
  return []
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

function differencesOfDay(arena: string, { day, previous, digest, votes }: ChainDigest, facts: FactRow[]) {
  const sorted = facts.sort(
    (one, other) => KIND_ORDER[one.kind] - KIND_ORDER[other.kind] || one.id - other.id,
  )
  const recomputed = new DayDigest(arena, day, previous)
  for (const { leaf } of sorted) recomputed.add(leaf ?? '-')
  const otherVoters = sorted
    .filter(({ voter }) => voter && hexCommitment(voter) !== voter.commitment)
    .map(({ id }) => msg('chain_voter_differs', { day, id }))
  if (recomputed.digest() === digest) return otherVoters
  const changed = sorted
    .filter(({ leaf, storedLeaf }) => leaf !== storedLeaf)
    .map(({ kind, id }) => msg('chain_fact_changed', { day, kind, id }))
  const there = sorted.filter(({ kind }) => kind === 'vote').length
  const counts = there === votes ? [] : [msg('chain_votes_differ', { day, votes, there })]
  return [msg('chain_day_differs', { day }), ...counts, ...changed, ...otherVoters]
}

const hexCommitment = ({ id, salt }: NonNullable<FactRow['voter']>) =>
  commitmentOf(Buffer.from(salt, 'hex'), id).toString('hex')

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
