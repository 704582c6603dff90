// Made from the migrations. Change them instead, and run `npm run schema`.
import type { Generated, GeneratedAlways } from 'kysely'
import type { Day, Json, JsonOrDefault, JsonOrNull } from './column-types.ts'
import type { Documents } from './documents.ts'

export interface Database {
  answers: {
    arena_id: number
    id: GeneratedAlways<number>
    prompt_id: number
    contestant_id: number
    text: string | null
    turns: JsonOrNull<Documents['answers']['turns']>
    context: JsonOrNull<Documents['answers']['context']>
    text_sha256: string
    characters: number
    words: number
    tokens: number | null
    cost_usd: number | null
    latency_ms: number | null
    inputs_sha256: string | null
    finish_reason: string | null
    input_tokens: number | null
    cached_input_tokens: number | null
    model_reported: string | null
    made_at: Date | null
    sample: Generated<number>
    leak_rules: string | null
    /** Since when its text is erased; null: it has its text. */
    erased_at: Date | null
    injection: string | null
    injection_rules: string | null
    transcript: JsonOrNull<Documents['answers']['transcript']>
    drawn: Buffer[] | null
    drawing: JsonOrNull<Documents['answers']['drawing']>
  }
  arenas: {
    id: GeneratedAlways<number>
    slug: string
    title: string
    description: Generated<string>
    visibility: Generated<'public' | 'link' | 'private'>
    criteria: string[]
    revision: Generated<number>
    created_at: Generated<Date>
    settings: JsonOrDefault<Documents['arenas']['settings']>
    erased_voters: Generated<number>
  }
  audit_entries: {
    id: GeneratedAlways<number>
    arena_id: number | null
    at: Date
    actor: 'token' | 'terminal' | 'server'
    act: string
    details: JsonOrDefault<Documents['audit_entries']['details']>
    token: string | null
  }
  battles: {
    arena_id: number
    id: string
    criterion: string
    prompt_id: number | null
    left_contestant_id: number
    right_contestant_id: number
    left_answer_id: number | null
    right_answer_id: number | null
    voter: string
    origin: 'page' | 'import' | 'simulation' | 'judging' | 'calibration' | 'live'
    shown_at: Date
    expires_at: Date | null
    judgement_id: string | null
    repeat_of: string | null
    pair_probability: number | null
    left_sample: number | null
    right_sample: number | null
  }
  calls: {
    arena_id: number
    id: GeneratedAlways<number>
    run_id: number
    purpose: 'answer' | 'judgement' | 'check'
    judgement_id: string | null
    shown: 'first' | 'second' | null
    prompt_id: number | null
    contestant_id: number | null
    turn: number | null
    inputs_sha256: string | null
    provider: string
    model: string
    status: 'under_way' | 'ok' | 'failed'
    cause: string | null
    gave_up: Generated<boolean>
    reply: string | null
    verdicts: JsonOrNull<Documents['calls']['verdicts']>
    finish_reason: string | null
    model_reported: string | null
    input_tokens: number | null
    cached_input_tokens: number | null
    output_tokens: number | null
    reserved_usd: number
    cost_usd: number | null
    latency_ms: number | null
    started_at: Date
    finished_at: Date | null
    sample: Generated<number>
    transcript: JsonOrNull<Documents['calls']['transcript']>
  }
  challenges: {
    arena_id: number
    id: GeneratedAlways<number>
    epoch: number
    incumbent_id: number
    challenger_id: number
    standing_id: number | null
    trials: Json<Documents['challenges']['trials']>
    budget_usd: number | null
    asked: Generated<number>
    status: 'open' | 'entered' | 'stopped'
    stopped: 'cancelled' | 'budget_reached' | 'failed' | 'refused' | null
    cause: JsonOrNull<Documents['challenges']['cause']>
    attempt: number | null
    stood: Generated<boolean>
    started_at: Date
    ended_at: Date | null
  }
  check_results: {
    arena_id: number
    run_id: number
    name: string
    sha256: string
    answer_id: number
    passed: boolean | null
    cause: string | null
    reason: string | null
    checked_at: Date
  }
  checks: {
    arena_id: number
    name: string
    sha256: string
    spec: Json<Documents['checks']['spec']>
    active: Generated<boolean>
  }
  climb_attempts: {
    arena_id: number
    number: number
    epoch: number
    kind: 'challenge' | 'again'
    incumbent_id: number
    challenger_id: number
    gate: Json<Documents['climb_attempts']['gate']>
    verdict: 'promote' | 'do_not_promote'
    promoted: boolean
    sha256: string
    cost_usd: number | null
    started_at: Date
    ended_at: Date
  }
  climb_epochs: {
    arena_id: number
    number: number
    judge_version_id: number
    criterion: string
    sha256: string
    references_sha256: string
    hold_out: JsonOrNull<Documents['climb_epochs']['hold_out']>
    started_at: Date
  }
  climb_references: {
    arena_id: number
    epoch: number
    prompt_id: number
    reference: string
    held_out: boolean
  }
  climb_results: {
    arena_id: number
    attempt: number
    prompt_id: number
    held_out: boolean
    winner: 'challenger' | 'incumbent' | 'tie' | null
    absent: 'challenger' | 'incumbent' | null
    cause: string | null
    inconsistent: boolean
    identical: boolean
    reason: string | null
    judgement_id: string | null
  }
  contestants: {
    arena_id: number
    id: GeneratedAlways<number>
    slug: string
    name: string
    model: string | null
    system: string | null
    retired_at: Date | null
    provider: string | null
    template: string | null
    params: JsonOrDefault<Documents['contestants']['params']>
    owner: string | null
    family: string | null
    control_of: string | null
    factors: JsonOrDefault<Documents['contestants']['factors']>
  }
  decisions: {
    arena_id: number
    decided_at: Date
    decision: Json<Documents['decisions']['decision']>
    txid: Generated<string>
  }
  declared_pairs: {
    arena_id: number
    view_key: string
    pairs: string
  }
  invitations: {
    arena_id: number
    id: GeneratedAlways<number>
    name: string
    group_name: string | null
    seats: number | null
    goal: number | null
    token_hash: string
    made_at: Date
    expires_at: Date
    withdrawn_at: Date | null
    kind: Generated<'vote' | 'judges'>
  }
  invited_voters: {
    arena_id: number
    voter: string
    invitation_id: number | null
    group_name: string | null
    opened_at: Date
    browsers: Generated<number>
  }
  judge_evaluations: {
    arena_id: number
    trust: Json<Documents['judge_evaluations']['trust']>
    report: Json<Documents['judge_evaluations']['report']>
    evaluated_at: Date
  }
  judge_versions: {
    arena_id: number
    id: GeneratedAlways<number>
    judge: string
    provider: string
    model: string
    params: JsonOrDefault<Documents['judge_versions']['params']>
    rubric_sha256: string
    sha256: string
    created_at: Date
    trial: JsonOrNull<Documents['judge_versions']['trial']>
  }
  judgements: {
    arena_id: number
    id: string
    run_id: number
    judge_version_id: number
    form: 'pairwise' | 'listwise'
    criteria: string[]
    prompt_id: number
    answer_ids: number[]
    repeat: Generated<number>
    place: number
    status: 'planned' | 'done' | 'failed'
    cause: string | null
    attempts: Generated<number>
    planned_at: Date
    finished_at: Date | null
    climb_epoch: number | null
    pair_probability: number | null
    served_model: string | null
    txid: Generated<string>
    read_source: boolean | null
    live: Generated<boolean>
    outcomes: JsonOrNull<Documents['judgements']['outcomes']>
  }
  judges: {
    arena_id: number
    name: string
    family: string | null
    criteria: string[] | null
    categories: string[] | null
    form: 'pairwise' | 'listwise'
    list_size: number
    ask: 'together' | 'apart'
    version_sha256: string
    active: Generated<boolean>
  }
  leaks: {
    arena_id: number
    id: GeneratedAlways<number>
    answer_id: number | null
    prompt_id: number | null
    found: string
    reason: string
    finding: Json<Documents['leaks']['finding']>
    at: Date
    released_at: Date | null
    released_by: 'operator' | 'rules' | null
    released_because: string | null
  }
  ledgers: {
    arena_id: number
    spent_usd: Generated<number>
    reserved_usd: Generated<number>
    day: Day
    day_spent_usd: Generated<number>
    closed: JsonOrDefault<Documents['ledgers']['closed']>
  }
  live_calls: {
    arena_id: number
    id: GeneratedAlways<number>
    conversation_id: string
    turn: number
    side: 'left' | 'right'
    scopes: string[]
    provider: string
    model: string
    status: 'under_way' | 'ok' | 'failed'
    cause: string | null
    reserved_usd: number
    cost_usd: number | null
    started_at: Date
    finished_at: Date | null
  }
  live_conversations: {
    arena_id: number
    id: string
    voter: string
    criterion: string
    left_contestant_id: number
    right_contestant_id: number
    pair_probability: number | null
    started_at: Date
    /** Since when its texts are erased; null: it has them. */
    erased_at: Date | null
  }
  live_refusals: {
    arena_id: number
    id: GeneratedAlways<number>
    text: string | null
    refused_at: Date
    voter: string | null
  }
  live_spending: {
    arena_id: number
    scope: string
    day: Day | null
    spent_usd: Generated<number>
    reserved_usd: Generated<number>
  }
  live_turns: {
    arena_id: number
    conversation_id: string
    number: number
    text: string
    status: 'answering' | 'answered' | 'failed' | 'stopped'
    attempts: Generated<number>
    problem: JsonOrNull<Documents['live_turns']['problem']>
    left_answer: JsonOrNull<Documents['live_turns']['left_answer']>
    right_answer: JsonOrNull<Documents['live_turns']['right_answer']>
    battle_id: string | null
    started_at: Date
    alive_at: Date
    finished_at: Date | null
  }
  model_keys: {
    /** The environment variable in whose place it stands. */
    variable: string
    /** The key of the provider, sealed with a key of the data folder. */
    sealed: Buffer
    set_at: Date
  }
  model_prices: {
    model: string
    /** US dollars per million tokens, as for output. */
    input_usd: number
    output_usd: number
    set_at: Date
  }
  operator_tokens: {
    id: GeneratedAlways<number>
    name: string
    role: 'read' | 'run' | 'admin'
    token_hash: string
    made_at: Date
    withdrawn_at: Date | null
  }
  pair_decisions: {
    arena_id: number
    id: GeneratedAlways<number>
    /** The pair, view and gate, as canonical JSON. */
    question: string
    votes_sha256: string
    comparison: Json<Documents['pair_decisions']['comparison']>
    decided_at: Date
  }
  past_boards: {
    arena_id: number
    view_key: string
    day: Day
    data_version: string
    counted_version: string | null
    point: string | null
  }
  pending_votes: {
    arena_id: number
    battle_id: string
    voter: string
    outcome: 'left' | 'right' | 'tie' | 'both_bad'
    reason: string | null
    seconds: number | null
    chosen_at: Date
  }
  pictures: {
    arena_id: number
    name: Generated<string>
    sha256: string
    type: 'image/png' | 'image/jpeg' | 'image/webp'
    /** In pixels, as shown. */
    width: number
    height: number
    bytes: Buffer
  }
  prompts: {
    arena_id: number
    id: GeneratedAlways<number>
    key: string
    messages: JsonOrNull<Documents['prompts']['messages']>
    category: string | null
    reference: string | null
    variables: JsonOrNull<Documents['prompts']['variables']>
    context: JsonOrNull<Documents['prompts']['context']>
    retired_at: Date | null
    retired_by: 'file' | 'admin' | 'live' | null
    leak_rules: string | null
    /** Since when its text is erased; null: it has its text. */
    erased_at: Date | null
    unit_group: string | null
  }
  providers: {
    arena_id: number
    name: string
    type: 'openai' | 'anthropic' | 'http' | 'exec'
    base_url: string | null
    api_key_env: string | null
    concurrency: number | null
    requests_per_minute: number | null
    public_only: Generated<boolean>
    options: JsonOrDefault<Documents['providers']['options']>
  }
  publishing: {
    only_row: Generated<boolean>
    current: string | null
    published_at: Date | null
  }
  quarantines: {
    arena_id: number
    id: GeneratedAlways<number>
    vote_id: number
    released: boolean
    reason: string
    at: Date
    txid: Generated<string>
    finding: JsonOrNull<Documents['quarantines']['finding']>
    leak_id: number | null
  }
  rate_limits: {
    key: string
    points: Generated<number>
    expire: number | null
  }
  read_files: {
    arena_id: number
    id: GeneratedAlways<number>
    /** Its name, without folders. */
    file: string
    /** Differs for files with different content. */
    content_id: string
    plan: Json<Documents['read_files']['plan']>
    /** How many it had, as of answers and prompts. */
    votes: number
    answers: number
    prompts: number
    read_at: Date
  }
  retractions: {
    arena_id: number
    vote_id: number
    retracted_at: Date
    txid: Generated<string>
  }
  reveals: {
    arena_id: number
    battle_id: string
    revealed_at: Date
  }
  rubrics: {
    arena_id: number
    sha256: string
    name: string
    rubric: Json<Documents['rubrics']['rubric']>
  }
  runs: {
    arena_id: number
    id: GeneratedAlways<number>
    kind: 'run' | 'judge' | 'challenge'
    status: 'running' | 'paused' | 'cancelled' | 'budget_reached' | 'done'
    plan: Json<Documents['runs']['plan']>
    budget_usd: number | null
    spent_usd: Generated<number>
    reserved_usd: Generated<number>
    started_at: Date
    ended_at: Date | null
    cause: string | null
    planned_at: Date | null
    finding: JsonOrNull<Documents['runs']['finding']>
    stopped_judges: JsonOrNull<Documents['runs']['stopped_judges']>
  }
  seals: {
    arena_id: number
    id: GeneratedAlways<number>
    sealed_at: Date
    seal: string
    plan: Json<Documents['seals']['plan']>
    is_late: boolean
  }
  second_looks: {
    arena_id: number
    battle_id: string
    voter: string
    outcome: 'left' | 'right' | 'tie' | 'both_bad'
    cast_at: Date
    withdrawn_at: Date | null
    txid: Generated<string>
  }
  secrets: {
    name: string
    value: Buffer
  }
  settings: {
    name: string
    value: string
  }
  shared_pairs: {
    arena_id: number
    id: GeneratedAlways<number>
    group_name: string
    criterion: string
    seed: number
    prompt_id: number
    first_contestant_id: number
    first_answer_id: number
    second_contestant_id: number
    second_answer_id: number
    drawn_at: Date
    votes_wanted: number
  }
  skipped_pairs: {
    arena_id: number
    judge: string
    criterion: string
    prompt_id: number
    lesser_answer_id: number
    greater_answer_id: number
    lesser_passes: boolean
    greater_passes: boolean
    checks: string[]
    place: number
    counted_at: Date | null
    txid: Generated<string>
  }
  snapshots: {
    arena_id: number
    id: GeneratedAlways<number>
    view_key: string
    tracked: boolean
    data_version: string
    board: string
    etag: string
    computed_at: Date
  }
  suspicions: {
    arena_id: number
    subject: string
    finding: Json<Documents['suspicions']['finding']>
    found_at: Date
    log_e: number | null
  }
  voter_networks: {
    arena_id: number
    voter: string
    /** As a keyed hash; of an IPv6 one, the hash of its /48 follows. */
    network: string
    seen_at: Date
  }
  votes: {
    arena_id: number
    id: GeneratedAlways<number>
    battle_id: string
    voter: string
    outcome: 'left' | 'right' | 'tie' | 'both_bad'
    source: 'human' | 'judge' | 'result' | 'simulated' | 'live'
    inconsistent: Generated<boolean>
    reason: string | null
    cast_at: Date
    recorded_at: Date
    import_key: string | null
    txid: Generated<string>
    seconds: number | null
  }
}
