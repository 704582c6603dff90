import type { CategoryRail } from './category-rails.ts'
import type { CheckRail } from './check-rails.ts'
import type { SpendingRail } from './spending-rails.ts'

/** What must not get worse, however many votes are won: one that does not hold is a `do_not_ship`. */
export type GuardRail = CategoryRail | CheckRail | SpendingRail
