/** Reads the files of a saved arena into form values. */
import { parse } from 'yaml'
import type { ArenaRecipe } from '../../../../../shared/contracts/admin-arenas.ts'
import { commas, number, readRow, text, type Row } from './fields.ts'
import { checkOf, messagesIn } from './entries.ts'
import {
  CONTESTANT,
  GATE,
  JUDGE,
  LEAKS,
  PROVIDER,
  TRUST,
  type ContestantValues,
  type ExistingPrompt,
  type ProviderValues,
  type TextFile,
  type FormValues,
} from './form-values.ts'

export function readFormValues({ arena, files, leftOut }: ArenaRecipe): FormValues {
  const row = parse(files['arena.yaml']) as Row
  const existing = promptsIn(row['prompts'], files)
  const others = leftOut.filter(({ why }) => why.startsWith('prompts')).flatMap(({ names }) => names)
  return {
    title: text.read(row['title']),
    slug: arena,
    description: text.read(row['description']),
    visibility: row['visibility'] as FormValues['visibility'],
    criteria: commas.read(row['criteria']),
    table: null,
    prompts: '',
    promptFile: null,
    existing: {
      file: typeof row['prompts'] === 'string' ? row['prompts'] : null,
      prompts: existing,
      usedIds: new Set([...others, ...existing.map(({ id }) => id)]),
    },
    edits: {},
    newPrompts: [],
    tablePromptIds: [],
    contestants: list(row['contestants']).map((one) => contestantValuesOf(one, files)),
    judges: list(row['judges']).map((one) => ({ ...readRow(JUDGE, one), row: one })),
    rubricText: '',
    rubricShows: [],
    rubrics: rubricsIn(files),
    checks: list(row['checks']).map(checkOf),
    providers: Object.entries((row['providers'] ?? {}) as Record<string, Row>).map(providerOf),
    terms: termsIn(row),
    row,
  }
}

const list = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : [])

function contestantValuesOf(row: Row, files: ArenaRecipe['files']): ContestantValues {
  const { responses } = row
  const uploadedAnswers =
    typeof responses === 'string' ? { name: responses, text: files[responses] ?? '' } : null
  const values = readRow(CONTESTANT, row)
  return { ...values, called: values.name, uploadedAnswers, row }
}

const providerOf = ([name, row]: [string, Row]): ProviderValues => ({
  name,
  called: name,
  ...readRow(PROVIDER, row),
  isThere: true,
  isAdded: false,
  row,
})

function termsIn(row: Row): FormValues['terms'] {
  const of = (key: string) => (row[key] as Row | undefined) ?? null
  const [plan, trust, gate, leaks, closes] = ['plan', 'trust', 'gate', 'leaks', 'closes'].map(of)
  return {
    votesPerPair: number.read(plan?.['votesPerPair']),
    baseline: text.read(plan?.['baseline']),
    trust: readRow(TRUST, trust ?? {}),
    preset: text.read(gate?.['preset']),
    gate: readRow(GATE, gate ?? {}),
    budgetUsd: number.read(row['budgetUsd']),
    sampling: text.read(row['sampling']),
    anomalies: text.read(row['anomalies']),
    proofOfWork: text.read(row['proofOfWork']),
    samples: number.read(row['samples']),
    voterCap: number.read(row['voterCap']),
    leaks: readRow(LEAKS, leaks ?? {}),
    rows: { plan, trust, gate, leaks, closes },
  }
}

function promptsIn(prompts: unknown, files: ArenaRecipe['files']): ExistingPrompt[] {
  if (typeof prompts !== 'string') return list(prompts).map((row) => existingPromptOf(row, ''))
  const all = files[prompts].split('\n').filter((line) => line !== '')
  return all.map((line) => existingPromptOf(JSON.parse(line) as Row, line))
}

const LONGEST = 200

const existingPromptOf = (row: Row, line: string): ExistingPrompt => ({
  id: String(row['id']),
  text: (messagesIn(row).at(-1)?.content ?? '').slice(0, LONGEST),
  row,
  line,
})

const rubricsIn = (files: ArenaRecipe['files']): TextFile[] =>
  Object.entries(files)
    .filter(([path]) => path.endsWith('.md'))
    .map(([name, content]) => ({ name, text: content }))
