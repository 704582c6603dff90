"""What a server answers and takes, by its /openapi.json. `types_of_openapi.py` wrote this file."""

from typing import Any, Literal, NotRequired, TypedDict


class ArenaListArenasFindingEn(TypedDict):
    lead: str
    rest: str
    decision: NotRequired[str]


class ArenaListArenasFindingSmall(TypedDict):
    state: Literal['first_votes', 'dead_heat', 'leads', 'wins']
    line: float
    bars: list[list[float]]


class ArenaListArenasFinding(TypedDict):
    en: ArenaListArenasFindingEn
    de: ArenaListArenasFindingEn
    small: NotRequired[ArenaListArenasFindingSmall]
    progress: NotRequired[float]


class ArenaListArenas(TypedDict):
    arena: str
    title: str
    description: str
    contestants: int
    votes: int
    simulatedVotes: int
    votable: bool
    closedAt: NotRequired[str]
    finding: NotRequired[ArenaListArenasFinding]


class ArenaList(TypedDict):
    total: int
    arenas: list[ArenaListArenas]


class ArenaSources(TypedDict):
    source: str
    kind: Literal['human', 'judge', 'result', 'simulated', 'live'] | Literal['all']
    votes: int


class ArenaDecidesPlanQuestion(TypedDict):
    title: str
    description: str


class ArenaDecidesPlanContestants(TypedDict):
    names: list[str]
    sha256: str


class ArenaDecidesPlanPrompts(TypedDict):
    count: int
    sha256: str


class ArenaDecidesPlanView(TypedDict):
    source: Literal['humans', 'judges']
    criterion: str | None


class ArenaDecidesPlanDecides(TypedDict):
    votes: int | None
    at: str | None


class ArenaDecidesPlan(TypedDict):
    question: ArenaDecidesPlanQuestion
    contestants: ArenaDecidesPlanContestants
    prompts: ArenaDecidesPlanPrompts
    view: ArenaDecidesPlanView
    criteria: list[str]
    units: list[Literal['prompt', 'voter']]
    level: float
    gate: dict[str, Any] | None
    decides: ArenaDecidesPlanDecides


class ArenaDecidesChanged(TypedDict):
    at: str
    what: list[Literal['question', 'contestants', 'prompts', 'view', 'criteria', 'units', 'level', 'gate', 'decides']]


class ArenaDecidesDecidedRule(TypedDict):
    method: str
    methodVersion: int
    level: float
    units: list[Literal['prompt', 'voter']]
    rounds: int
    seed: int


class ArenaDecidesDecided(TypedDict):
    at: str
    state: Literal['first_votes', 'dead_heat', 'leads', 'wins']
    leader: str | None
    deadHeat: list[str]
    looks: Literal['any', 'one']
    rule: ArenaDecidesDecidedRule
    votes: int
    votesSha256: str
    seal: str


class ArenaDecides(TypedDict):
    votes: int | None
    at: str | None
    afterwards: Literal['close', 'go_on']
    sealedAt: str
    seal: str
    plan: ArenaDecidesPlan
    changed: list[ArenaDecidesChanged]
    decided: ArenaDecidesDecided | None
    soFar: int


class Arena(TypedDict):
    arena: str
    title: str
    description: str
    contestants: int
    votes: int
    simulatedVotes: int
    votable: bool
    closedAt: NotRequired[str]
    visibility: Literal['public', 'link', 'private']
    criteria: list[str]
    categories: list[str]
    sources: list[ArenaSources]
    defaultSource: str | None
    decides: NotRequired[ArenaDecides]
    firstRatings: int
    groups: NotRequired[list[str]]
    focus: NotRequired[Literal[True]]
    live: NotRequired[Literal[True]]
    hasIngredients: NotRequired[Literal[True]]
    prompts: int
    retiredPrompts: int
    references: int


class ServedBoardViewJudges(TypedDict):
    only: list[str]


ServedBoardViewJudges1 = TypedDict("ServedBoardViewJudges1", {
    "except": list[str],
})


ServedBoardView = TypedDict("ServedBoardView", {
    "source": str,
    "criterion": str | None,
    "category": str | None,
    "from": str | None,
    "to": str | None,
    "group": NotRequired[str],
    "judge": NotRequired[str],
    "judges": NotRequired[ServedBoardViewJudges | ServedBoardViewJudges1],
})


class ServedBoardAnchor(TypedDict):
    name: str
    value: float


class ServedBoardEffectiveUnits(TypedDict):
    prompt: float | None
    voter: float | None


class ServedBoardDecides(TypedDict):
    votes: int | None
    at: str | None
    afterwards: Literal['close', 'go_on']
    sealedAt: str
    seal: str
    plan: ArenaDecidesPlan
    changed: list[ArenaDecidesChanged]
    decided: ArenaDecidesDecided | None


class ServedBoardLeadsAlone(TypedDict):
    ahead: str
    behind: str
    points: float
    margin: float


class ServedBoardSettle(TypedDict):
    by: Literal['votes', 'prompts', 'voters', 'both']
    votes: int
    prompts: int | None
    voters: int | None


class ServedBoardContestantsFailed(TypedDict):
    judgements: int
    answers: int


class ServedBoardContestantsChecks(TypedDict):
    name: str
    passed: int
    of: int
    mustPass: NotRequired[float]
    holds: NotRequired[bool]


class ServedBoardContestantsAgainstBaseline(TypedDict):
    winRate: float
    interval: list[float] | None


class ServedBoardContestants(TypedDict):
    name: str
    slug: NotRequired[str]
    retired: NotRequired[bool]
    status: Literal['rated', 'too_few_votes', 'not_linked']
    reason: NotRequired[Literal['unbeaten', 'winless', 'disconnected', 'too_few_votes', 'no_votes'] | None]
    rating: float | None
    interval: list[float] | None
    place: list[int] | None
    theta: float | None
    winRate: float | None
    wins: int
    losses: int
    ties: int
    bothBad: int
    votes: int
    averageLength: float | None
    averageWords: float | None
    costUsd: float | None
    latencyMs: NotRequired[float]
    failed: NotRequired[ServedBoardContestantsFailed]
    checks: NotRequired[list[ServedBoardContestantsChecks]]
    againstBaseline: NotRequired[ServedBoardContestantsAgainstBaseline]


class ServedBoardExcluded(TypedDict):
    quarantined: int
    leaked: int
    overCap: NotRequired[int]
    mostOfVoter: NotRequired[int]


class ServedBoardWithQuarantined(TypedDict):
    state: Literal['first_votes', 'dead_heat', 'leads', 'wins']
    leader: str | None
    deadHeat: list[str]


class ServedBoardWarningsFinding(TypedDict):
    code: str
    values: dict[str, Any]


class ServedBoardWarnings(TypedDict):
    code: str
    message: str
    finding: NotRequired[ServedBoardWarningsFinding]
    count: NotRequired[int]
    lines: NotRequired[list[int]]
    unit: NotRequired[Literal['element']]


class ServedBoard(TypedDict):
    arena: str | None
    view: ServedBoardView
    method: str
    methodVersion: NotRequired[int]
    weights: NotRequired[Literal['units', 'votes']]
    intervals: Literal['rounds', 'closed_form', 'classic'] | None
    ties: Literal['half', 'drop']
    orders: NotRequired[Literal['merge', 'separate']]
    voterCap: NotRequired[float]
    anchor: ServedBoardAnchor | None
    baseline: NotRequired[str]
    rounds: int
    seed: int
    cluster: Literal['both', 'prompt', 'voter', 'vote']
    units: list[Literal['prompt', 'voter']]
    effectiveUnits: ServedBoardEffectiveUnits
    speaksFor: Literal['these_people', 'these_prompts'] | None
    looks: NotRequired[Literal['any', 'one']]
    level: float
    votes: int
    voters: int | None
    prompts: int | None
    groups: NotRequired[int]
    votesSha256: str
    version: str
    computedAt: str
    converged: bool
    iterations: int
    state: Literal['first_votes', 'dead_heat', 'leads', 'wins']
    deadHeat: list[str]
    leader: str | None
    clearBy: float | None
    finishLine: float | None
    decides: NotRequired[ServedBoardDecides | None]
    leadsAlone: NotRequired[list[ServedBoardLeadsAlone]]
    settle: ServedBoardSettle | None
    contestants: list[ServedBoardContestants]
    excluded: ServedBoardExcluded
    withQuarantined: NotRequired[ServedBoardWithQuarantined]
    warnings: list[ServedBoardWarnings]


class ComparisonGate(TypedDict):
    preset: Literal['cosmetic', 'default', 'critical']
    setBy: Literal['preset', 'arena', 'request']
    minWinRate: float
    minVotes: int
    alpha: float | None


class ComparisonDecision(TypedDict):
    at: str
    votes: int
    answer: Literal['better', 'worse', 'not_shown']
    ship: bool
    sequential: bool
    isCurrent: bool


class ComparisonCriteriaByChecks(TypedDict):
    wins: int
    losses: int
    ties: int


class ComparisonCriteriaReach(TypedDict):
    prompts: int
    judges: int
    mostVotes: int


class ComparisonCriteriaLeastWins(TypedDict):
    tasks: int
    wins: int | None


class ComparisonCriteria(TypedDict):
    criterion: str
    wins: int
    losses: int
    ties: int
    votes: int
    cluster: Literal['both', 'prompt', 'voter', 'vote']
    isGrouped: NotRequired[Literal[True]]
    units: int
    effectiveUnits: float
    voters: float | None
    winRate: float
    standardError: float
    interval: list[float]
    p: float
    signTest: float
    bothBad: int
    inconsistent: int
    failed: int
    byChecks: ComparisonCriteriaByChecks
    pHolm: float
    significantFor: str | None
    minVotes: int
    reach: ComparisonCriteriaReach | None
    leastWins: ComparisonCriteriaLeastWins | None
    answer: Literal['better', 'worse', 'not_shown']
    passes: bool
    because: Literal['passed', 'worse', 'win_rate_too_low', 'too_few_votes', 'could_not_show', 'practically_equal', 'more_votes']
    moreVotes: int | None


class ComparisonGuardRails(TypedDict):
    rail: Literal['category']
    criterion: str
    category: str
    votes: int
    winRate: float
    interval: list[float]
    p: float
    pHolm: float
    tooFew: bool
    holds: bool


class ComparisonGuardRails1(TypedDict):
    rail: Literal['check']
    check: str
    prompts: int
    passed: list[float]
    holds: bool


class ComparisonGuardRails2(TypedDict):
    rail: Literal['cost', 'latency']
    prompts: int
    means: list[float]
    ratio: float | None
    maxRatio: float
    holds: bool


class ComparisonCalls(TypedDict):
    made: int
    planned: int
    saved: int


class Comparison(TypedDict):
    arena: str
    contestants: list[str]
    slugs: list[str]
    source: str
    judges: NotRequired[ServedBoardViewJudges | ServedBoardViewJudges1]
    level: float
    gate: ComparisonGate
    sequential: bool
    answer: Literal['better', 'worse', 'not_shown']
    because: Literal['passed', 'worse', 'win_rate_too_low', 'too_few_votes', 'could_not_show', 'practically_equal', 'more_votes', 'no_chance', 'guardrail', 'held_back']
    ship: bool
    moreVotes: int | None
    heldBack: NotRequired[ServedBoardWarnings]
    decision: NotRequired[ComparisonDecision]
    barsOverlap: NotRequired[Literal[True]]
    criteria: list[ComparisonCriteria]
    guardRails: list[ComparisonGuardRails | ComparisonGuardRails1 | ComparisonGuardRails2]
    warnings: list[ServedBoardWarnings]
    calls: NotRequired[ComparisonCalls]
    stopped: NotRequired[Literal['decided', 'no_chance', 'everything_judged', 'budget_reached', 'paused', 'cancelled']]
    changed: NotRequired[str]


class ImportReceiptFilesBadRows(TypedDict):
    line: int
    wrong: str
    finding: ServedBoardWarningsFinding


class ImportReceiptFiles(TypedDict):
    name: str
    kind: Literal['votes', 'answers', 'prompts']
    tool: NotRequired[str]
    votes: int
    answers: int
    prompts: int
    bad: int
    badRows: list[ImportReceiptFilesBadRows]
    leftOut: ServedBoardWarnings | None


class ImportReceipt(TypedDict):
    arena: str
    dryRun: bool
    files: list[ImportReceiptFiles]
    created: bool
    contestants: int
    prompts: int
    answers: int
    votable: bool
    contestantsAdded: int
    promptsAdded: int
    answersAdded: int
    contestantsNamed: list[str]
    votesAdded: int
    votesAlreadyThere: int
    votesRepeated: int
    promptsWithoutText: int
    mostlyNew: bool
    warnings: list[ServedBoardWarnings]


BoardQuery = TypedDict("BoardQuery", {
    "source": NotRequired[str],
    "criterion": NotRequired[str],
    "category": NotRequired[str],
    "group": NotRequired[str],
    "from": NotRequired[str],
    "to": NotRequired[str],
    "looks": NotRequired[Literal['any', 'one']],
    "since": NotRequired[str],
})


class CompareQuery(TypedDict):
    a: NotRequired[str]
    b: NotRequired[str]
    source: NotRequired[str]
    criterion: NotRequired[str | list[str]]
    preset: NotRequired[Literal['cosmetic', 'default', 'critical']]
    minWinRate: NotRequired[float]
    minVotes: NotRequired[int]
    alpha: NotRequired[float]
    sequential: NotRequired[bool]
    maxCostRatio: NotRequired[float]
    maxLatencyRatio: NotRequired[float]
