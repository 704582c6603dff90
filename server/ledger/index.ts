/**
 * The ledger of an arena: what its calls cost and the most that those under way may cost, in one row over runs, challenges,
 * checks and live battles. Always holds: it counts every recorded call, since triggers of the tables of calls keep it. Whoever
 * records a call asks here for room in the arena's budgets in the same statement, so spent and reserved amounts together
 * never exceed them, unless a provider charges more than was reserved. Only the role admin raises a budget.
 */
export {
  budgetReached,
  noteClosed,
  contestantsClosedToLive,
  enterSpent,
  hasBudget,
  selectLedger,
  raiseArenaBudget,
  reopenContestant,
  lockLedgersWithRoom,
  ROUNDING,
  spentBudget,
  type ArenaBudget,
} from './ledger.ts'
