/** What test arenas of the local model server share: contestants, the provider and judges. */
import { join } from 'node:path'
import type { NewJudge } from '../../../../server/judging/index.ts'
import { readRubric } from '../../../../server/rubrics/index.ts'

export const JUDGE_MODEL = 'judge-1'

/** A contestant; without a model, its answers are there already. */
export const contestantWith = (
  name: string,
  { model, params = {} }: { model?: string | undefined; params?: Record<string, unknown> | undefined },
) => ({
  name,
  template: null,
  params,
  owner: null,
  family: null,
  provider: model === undefined ? null : 'models',
  model: model ?? null,
  system: model === undefined ? null : `You are ${name}.`,
})

interface SetUpRequest {
  /** Address of the model server, for the protocol. */
  baseUrl: string
  type?: 'openai' | 'anthropic' | undefined
  apiKeyEnv?: string | undefined
  concurrency?: number | undefined
  /** Whether the arena counts as sent over HTTP to a server that calls public addresses alone. */
  publicOnly?: boolean | undefined
  /** The file's name in rubrics/, without .md. */
  rubric: string
  /** Their names start with this word. */
  namedAfter: string
  judges?: Partial<NewJudge>[] | undefined
}

/** The provider `models`, and judges that use it; one judge by default. */
export async function modelsAndJudges({
  baseUrl,
  type = 'openai',
  apiKeyEnv = 'MODELS_KEY',
  concurrency = 8,
  publicOnly = false,
  rubric: file,
  namedAfter,
  judges = [{}],
}: SetUpRequest) {
  const { rubric, sha256 } = await readRubric(join(import.meta.dirname, `../../../../rubrics/${file}.md`))
  const provider = { name: 'models', type, base_url: baseUrl, api_key_env: apiKeyEnv, concurrency }
  return {
    providers: [{ ...provider, requests_per_minute: null, public_only: publicOnly }],
    judges: judges.map((judge, i) => ({
      name: `${namedAfter} ${i + 1}`,
      provider: 'models',
      model: JUDGE_MODEL,
      params: {},
      rubric,
      rubricSha256: sha256,
      criteria: null,
      categories: null,
      family: null,
      form: 'pairwise' as const,
      listSize: 4,
      ask: 'together' as const,
      ...judge,
    })),
  }
}
