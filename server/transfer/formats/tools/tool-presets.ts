/** More formats of other tools whose rows a plan reads, as data. They come before those of read-plan/presets.ts. */
import { columns, FILE_NAME, VOTE_COLUMNS_WITHOUT_ID, type Preset } from '../../read-plan/presets.ts'

const FASTCHAT = 'https://github.com/lm-sys/FastChat/tree/main/fastchat/llm_judge'
const ARENA_HARD = 'https://github.com/lmarena/arena-hard-auto'
/** Judgments of Arena-Hard v0.1 do not name the model with which its scripts compare. */
const BASELINE = { first: ['baseline', '=gpt-4-0314'] }

const LANGFUSE = 'https://langfuse.com/docs/api-and-data-platform/features/export-from-ui'
/** What Langfuse writes of calls and traces. Other columns are scores, each under its own name. */
const NO_LANGFUSE_COLUMN = new RegExp(
  `^(?!(?:${'id trace_?id start_?time end_?time timestamp project_?id parent_?observation_?id type environment name level status_?message version release input output metadata model model_?id provided_?model_?name internal_?model_?id model_?parameters provided_?usage_?details usage_?details provided_?cost_?details cost_?details total_?cost input_?cost output_?cost calculated_?(?:total|input|output)_?cost usage unit total_?tokens input_?tokens output_?tokens prompt_?tokens completion_?tokens prompt_?id prompt_?name prompt_?version latency time_?to_?first_?token completion_?start_?time trace_?name trace_?tags tags user_?id session_?id comments bookmarked public created_?at updated_?at'.split(' ').join('|')})$)`,
  'i',
)

const ALL: readonly Preset[] = [
  {
    // from 1 (the first output is better) to 2; the first versions wrote 0 for a draw, which is asked for
    name: 'AlpacaEval annotations',
    source: 'https://github.com/tatsu-lab/alpaca_eval',
    has: 'instruction output_1 output_2 generator_1 generator_2 preference',
    plan: {
      kind: 'votes',
      columns: {
        ...columns('prompt=instruction+input model_a=generator_1 model_b=generator_2 answer_a=output_1'),
        ...columns('answer_b=output_2 winner=preference judge=annotator category=dataset'),
        judge_type: '=llm',
      },
      outcomes: { '1.5': 'tie', '1..1.5': 'model_a', '1.5..2': 'model_b', empty: 'skip' },
    },
  },
  {
    // tables made of it may lack the texts
    name: 'LMArena 55k',
    source: 'https://huggingface.co/datasets/lmsys/lmsys-arena-human-preference-55k',
    has: 'model_a model_b winner_model_a winner_model_b',
    plan: {
      kind: 'votes',
      columns: columns(
        `model_a model_b wins_a=winner_model_a wins_b=winner_model_b ties=winner_tie turns=prompt answer_a=response_a answer_b=response_b id ${VOTE_COLUMNS_WITHOUT_ID}`,
      ),
    },
  },
  {
    // 33k, 100k and 140k, and the log of FastChat's arena; a battle has an id of its own where it has none of a prompt
    name: 'LMArena battles with conversations',
    source: 'https://huggingface.co/datasets/lmarena-ai/arena-human-preference-140k',
    has: 'model_a model_b winner conversation_a conversation_b',
    plan: {
      kind: 'votes',
      columns: {
        ...columns(
          `model_a model_b winner conversation_a conversation_b ${VOTE_COLUMNS_WITHOUT_ID} id_alone=id`,
        ),
        ...columns('tstamp=tstamp|timestamp judge=judge|judge_hash|evaluation_session_id'),
      },
    },
  },
  {
    // for training: each row is a vote for the chosen answer
    name: 'preferences',
    source: 'https://huggingface.co/docs/trl/dataset_formats#preference',
    has: 'chosen|preferred_output rejected|non_preferred_output',
    plan: {
      kind: 'votes',
      columns: {
        ...columns('conversation_a=chosen|preferred_output conversation_b=rejected|non_preferred_output'),
        ...columns('model_a=chosen_model|chosen-model|model_chosen'),
        ...columns('model_b=rejected_model|rejected-model|model_rejected'),
        ...columns('prompt=prompt|input.messages question_id=question_id|prompt_id'),
        ...columns('judge judge_type criterion'),
        winner: '=model_a',
      },
    },
  },
  {
    // each row has both orders; in the second, model_2 was shown first
    name: 'MT-bench judgments of pairs',
    source: FASTCHAT,
    has: 'model_1 model_2 g1_winner g2_winner',
    plan: {
      kind: 'votes',
      columns: {
        ...columns('question_id turn tstamp judge model_a=model_1 model_b=model_2 winner=g1_winner'),
        judge_type: '=llm',
        order: '=1-2',
      },
      again: [{ ...columns('model_a=model_2 model_b=model_1 winner=g2_winner'), order: '=2-1' }],
    },
  },
  {
    // the prompts are in question.jsonl
    name: 'FastChat answers',
    source: FASTCHAT,
    has: 'question_id model_id choices',
    plan: {
      kind: 'answers',
      each: 'choices',
      columns: columns('question_id model=model_id turns=each.turns'),
    },
  },
  {
    name: 'Arena-Hard judgments',
    source: ARENA_HARD,
    has: 'model judge games',
    plan: {
      kind: 'votes',
      columns: {
        ...columns('question_id=uid|question_id judge tstamp category model_b=model winner=games.0.score'),
        model_a: BASELINE,
        judge_type: '=llm',
        order: '=baseline first',
      },
      again: [{ ...columns('model_a=model winner=games.1.score'), model_b: BASELINE, order: '=model first' }],
    },
  },
  {
    name: 'Arena-Hard answers',
    source: ARENA_HARD,
    has: 'uid model messages',
    plan: { kind: 'answers', columns: columns('question_id=uid model conversation=messages') },
  },
  {
    name: 'Arena-Hard v0.1 questions',
    source: ARENA_HARD,
    has: 'question_id cluster turns',
    plan: { kind: 'prompts', columns: columns('question_id turns category=cluster') },
  },
  {
    // the name of the preferred model, or that both are equal
    name: 'compar:IA votes',
    source: 'https://huggingface.co/datasets/ministere-culture/comparia-votes',
    has: 'model_a_name model_b_name chosen_model_name both_equal',
    plan: {
      kind: 'votes',
      columns: {
        ...columns('model_a=model_a_name model_b=model_b_name winner=chosen_model_name ties=both_equal'),
        ...columns('question_id=conversation_pair_id|id conversation_a conversation_b'),
        ...columns('judge=visitor_id|session_hash tstamp=timestamp category=selected_category'),
      },
    },
  },
  // one experiment as a table: with a column for each key, or with JSON in its cells
  ...[
    { has: 'inputs.* outputs.*', texts: 'input=inputs.* output=outputs.* reference=reference.*' },
    {
      has: 'inputs outputs reference_outputs|reference_example_id',
      texts: 'input=inputs output=outputs reference=reference_outputs',
    },
  ].map(({ has, texts }): Preset => ({
    name: 'LangSmith experiment (table)',
    source: 'https://docs.smith.langchain.com/evaluation',
    has,
    notes: /^feedback\./,
    plan: {
      kind: 'answers',
      columns: {
        ...columns(`${texts} question_id=example_id|reference_example_id`),
        model: FILE_NAME,
        latencySeconds: 'execution_time',
      },
    },
  })),
  {
    // repetitions are samples
    name: 'Phoenix experiment',
    source: 'https://arize.com/docs/phoenix/sdk-api-reference/rest-api/api-reference/experiments',
    has: 'example_id input output repetition_number|reference_output',
    notes: /^annotations?(?:_|$)/,
    plan: {
      kind: 'answers',
      columns: {
        ...columns('question_id=example_id input output reference=reference_output'),
        ...columns('tokens=completion_token_count latencyMs=latency_ms'),
        model: FILE_NAME,
      },
    },
  },
  {
    name: 'Phoenix spans',
    source:
      'https://arize.com/docs/phoenix/tracing/how-to-tracing/importing-and-exporting-traces/extract-data-from-spans',
    has: 'attributes.input.value attributes.output.value attributes.llm.model_name span_kind|attributes.openinference.span.kind',
    plan: {
      kind: 'answers',
      // only spans of models are answers, and no span without a kind
      only: { span_kind: ['LLM'] },
      columns: {
        ...columns('input=attributes.input.value output=attributes.output.value'),
        ...columns('model=attributes.llm.model_name tokens=attributes.llm.token_count.completion'),
        span_kind: { first: ['span_kind', 'attributes.openinference.span.kind', '=no kind'] },
      },
    },
  },
  // rows of an experiment or of logs: spans below their root are parts of an answer
  ...['input output root_span_id|_xact_id|span_attributes', 'input output expected scores|scores.*'].map(
    (has): Preset => ({
      name: 'Braintrust experiment',
      source: 'https://www.braintrust.dev/docs/annotate/export',
      has,
      plan: {
        kind: 'answers',
        only: { is_root: ['true'], span_id: ['=root_span_id'] },
        columns: {
          ...columns('input output reference=expected tokens=metrics.completion_tokens'),
          ...columns('costUsd=metrics.estimated_cost latencySeconds=metrics.duration'),
          ...columns('startedAt=metrics.start endedAt=metrics.end'),
          model: { first: ['metadata.model', FILE_NAME] },
        },
      },
    }),
  ),
  // a contestant is a model with the version of its prompt, if Langfuse manages that; a trace names neither
  {
    name: 'Langfuse export',
    source: LANGFUSE,
    has: 'input output traceId|trace_id timestamp|startTime|start_time',
    lacks: 'example_id',
    notes: NO_LANGFUSE_COLUMN,
    plan: {
      kind: 'answers',
      only: { type: ['GENERATION'] },
      columns: {
        ...columns('input output costUsd=totalCost|total_cost latencySeconds=latency'),
        ...columns('variant=promptName|prompt_name'),
        ...columns('variantVersion=promptVersion|prompt_version'),
        model: {
          first: [
            'model',
            'providedModelName',
            'provided_model_name',
            'version',
            'release',
            'name',
            FILE_NAME,
          ],
        },
      },
    },
  },
  {
    name: 'Langfuse export',
    source: LANGFUSE,
    has: 'input output userId|user_id|sessionId|session_id timestamp|startTime|start_time',
    lacks: 'example_id',
    notes: NO_LANGFUSE_COLUMN,
    plan: {
      kind: 'answers',
      columns: {
        ...columns('input output costUsd=totalCost|total_cost latencySeconds=latency'),
        model: { first: ['version', 'release', 'metadata.model', 'name', FILE_NAME] },
      },
    },
  },
]

/** Only where `notes` says so, a column that is not read says something about an answer. */
export const TOOL_PRESETS: readonly Preset[] = ALL.map((preset) => ({ notes: /(?!)/, ...preset }))
