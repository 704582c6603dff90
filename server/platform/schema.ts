/**
 * The database as Kysely sees it. Each domain describes the tables it writes in its own tables.ts. Rules that must never
 * break are constraints in migrations/.
 */
import type { ArenaTables } from '../arenas/tables.ts'
import type { ContestantTables } from '../contestants/tables.ts'
import type { PromptTables } from '../prompts/tables.ts'
import type { AnswerTables } from '../answers/tables.ts'
import type { VotersTables } from '../voters/tables.ts'
import type { PictureTables } from '../pictures/tables.ts'
import type { BattleTables } from '../battles/tables.ts'
import type { VoteTables } from '../votes/tables.ts'
import type { ChainTables } from '../chain/tables.ts'
import type { IntegrityTables } from '../integrity/tables.ts'
import type { RunTables } from '../runs/tables.ts'
import type { JudgingTables } from '../judging/tables.ts'
import type { JudgeEvaluationTables } from '../judge-evaluation/tables.ts'
import type { RatingTables } from '../ratings/tables.ts'
import type { ChallengeTables } from '../challenges/tables.ts'
import type { ScheduleTables } from '../schedule/tables.ts'
import type { NoticeTables } from '../notices/tables.ts'
import type { PlatformTables } from './tables.ts'

export interface Database
  extends
    ArenaTables,
    ContestantTables,
    PromptTables,
    AnswerTables,
    VotersTables,
    PictureTables,
    BattleTables,
    VoteTables,
    ChainTables,
    IntegrityTables,
    RunTables,
    JudgingTables,
    JudgeEvaluationTables,
    RatingTables,
    ChallengeTables,
    ScheduleTables,
    NoticeTables,
    PlatformTables {}
